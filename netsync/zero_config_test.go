package netsync

import "testing"

func TestNoClockIsMadeOfZeroConstants(t *testing.T) {
	t.Parallel()
	for name, construct := range map[string]func() (Estimator, error){
		"Unreal":   func() (Estimator, error) { return NewUnreal(UnrealConfig{}) },
		"RTT2":     func() (Estimator, error) { return NewRTT2(RTT2Config{}) },
		"Slot":     func() (Estimator, error) { return NewSlot(SlotConfig{}) },
		"Simpson":  func() (Estimator, error) { return NewSimpson(SimpsonConfig{}) },
		"TimeSync": func() (Estimator, error) { return NewTimeSync(TimeSyncConfig{}) },
		"Unity":    func() (Estimator, error) { return NewUnity(UnityConfig{}) },
		"Mirror":   func() (Estimator, error) { return NewMirror(MirrorConfig{}) },
		"Midline":  func() (Estimator, error) { return NewMidline(MidlineConfig{}) },
		"SNTP":     func() (Estimator, error) { return NewSNTP(SNTPConfig{}) },

		"netfox":    func() (Estimator, error) { return NewNetfox(NetfoxConfig{}) },
		"lightyear": func() (Estimator, error) { return NewLightyear(LightyearConfig{}) },
		"FishNet":   func() (Estimator, error) { return NewFishNet(FishNetConfig{}) },
		"Entities":  func() (Estimator, error) { return NewEntities(EntitiesConfig{}) },
		"DDNet":     func() (Estimator, error) { return NewDDNet(DDNetConfig{}) },
		"Quake III": func() (Estimator, error) { return NewQuake3(Quake3Config{}) },
	} {
		if _, err := construct(); err == nil {
			t.Errorf("%s is made of constants that are all 0", name)
		}
	}
}
