package panel

import (
	"testing"

	"pgregory.net/rapid"

	"driftlab/game/scenario"
	"driftlab/ui/uitest"
)

func TestSettingsAreWrittenAsPeopleReadThem(t *testing.T) {
	for lang, all := range map[string]map[[2]string]string{
		"en": {
			{"link.up.rate", "1000000000"}:   "1 Gbit/s",
			{"link.up.rate", "1536000"}:      "1.536 Mbit/s",
			{"link.up.rate", "768000"}:       "768 kbit/s",
			{"link.up.rate", "300"}:          "300 bit/s",
			{"link.queue", "128000"}:         "128 kB",
			{"link.queue", "1500000"}:        "1.5 MB",
			{"link.up.loss-burst", "1"}:      "1 packet",
			{"link.up.loss-burst", "2.5"}:    "2.5 packets",
			{"link.up.delay", "120ms"}:       "120 ms",
			{"link.up.loss", "0.005"}:        "0.5 %",
			{"client.algorithm", "timesync"}: "TimeSync",
		},
		"de": {
			{"link.up.rate", "1536000"}:   "1,536 Mbit/s",
			{"link.up.loss-burst", "1"}:   "1 Paket",
			{"link.up.loss-burst", "2.5"}: "2,5 Pakete",
		},
	} {
		for setting, want := range all {
			if got := SettingValue(uitest.Language(t, lang), setting[0], setting[1]); got != want {
				t.Errorf("%s of %s: %q, want %q", setting[1], setting[0], got, want)
			}
		}
	}
}

func TestWhatAFieldShowsIsReadAsTheSameValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := scenario.Keys()
		k := &all[rapid.IntRange(0, len(all)-1).Draw(t, "key")]
		lo, hi := k.Bounds()
		if lo == hi || len(k.Choices) > 0 {
			return
		}
		v := rapid.Int64Range(lo, hi).Draw(t, "value")
		text := WithUnit(english, k, k.Format(v))
		set, err := scenario.ParseAssignment(k.Name, text)
		if err != nil || len(set) != 1 || set[0].Value != v {
			t.Fatalf("%s: %d is shown as %q and read as %v, %v", k.Name, v, text, set, err)
		}
	})
}

func TestAFieldSaysOneTickAndNotOneTicks(t *testing.T) {
	for value, want := range map[string]string{"1": "1 tick", "2": "2 ticks", "0.5": "0.5 ticks"} {
		if got := WithUnit(english, scenario.Find("buffer.client"), value); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
