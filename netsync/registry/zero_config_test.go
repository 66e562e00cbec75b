package registry

import (
	"testing"

	"driftlab/netsync"
	"driftlab/netsync/clocks"
	"driftlab/netsync/engines"
	"driftlab/netsync/unity"
)

func TestNoClockIsMadeOfZeroConstants(t *testing.T) {
	t.Parallel()
	for name, construct := range map[string]func() (netsync.Estimator, error){
		"Unreal":   func() (netsync.Estimator, error) { return clocks.NewUnreal(clocks.UnrealConfig{}) },
		"RTT2":     func() (netsync.Estimator, error) { return clocks.NewRTT2(clocks.RTT2Config{}) },
		"Slot":     func() (netsync.Estimator, error) { return clocks.NewSlot(clocks.SlotConfig{}) },
		"Simpson":  func() (netsync.Estimator, error) { return clocks.NewSimpson(clocks.SimpsonConfig{}) },
		"TimeSync": func() (netsync.Estimator, error) { return clocks.NewTimeSync(clocks.TimeSyncConfig{}) },
		"Unity":    func() (netsync.Estimator, error) { return unity.New(unity.Config{}) },
		"Mirror":   func() (netsync.Estimator, error) { return clocks.NewMirror(clocks.MirrorConfig{}) },
		"Midline":  func() (netsync.Estimator, error) { return clocks.NewMidline(clocks.MidlineConfig{}) },
		"SNTP":     func() (netsync.Estimator, error) { return clocks.NewSNTP(clocks.SNTPConfig{}) },

		"netfox":    func() (netsync.Estimator, error) { return engines.NewNetfox(engines.NetfoxConfig{}) },
		"lightyear": func() (netsync.Estimator, error) { return engines.NewLightyear(engines.LightyearConfig{}) },
		"FishNet":   func() (netsync.Estimator, error) { return engines.NewFishNet(engines.FishNetConfig{}) },
		"Entities":  func() (netsync.Estimator, error) { return engines.NewEntities(engines.EntitiesConfig{}) },
		"DDNet":     func() (netsync.Estimator, error) { return engines.NewDDNet(engines.DDNetConfig{}) },
		"Quake III": func() (netsync.Estimator, error) { return engines.NewQuake3(engines.Quake3Config{}) },
	} {
		if _, err := construct(); err == nil {
			t.Errorf("%s is made of constants that are all 0", name)
		}
	}
}
