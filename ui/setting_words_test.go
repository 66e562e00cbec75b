package ui

import (
	"testing"
	"time"
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
			if got := settingValue(language(t, lang), setting[0], setting[1]); got != want {
				t.Errorf("%s of %s: %q, want %q", setting[1], setting[0], got, want)
			}
		}
	}
}

func TestAFilmsTimesAreExact(t *testing.T) {
	for d, want := range map[time.Duration]string{2 * time.Second: "2.000 s", 0: "0.000 s", 833333333: "0.833333333 s", 1: "0.000000001 s", time.Hour: "3600.000 s"} {
		if got := exactSeconds(d); got != want {
			t.Errorf("%v: %s, want %s", d, got, want)
		}
	}
}

func TestTheTimeLeftOfAFilmIsReadAsElsewhere(t *testing.T) {
	now := time.Unix(1000, 0)
	p := filmProgress{frames: 100}
	p.begin(now.Add(-10 * time.Second))
	if p.done = 10; p.left(english, now) != "01:30 left" {
		t.Errorf("got %q", p.left(english, now))
	}
}
