package session

import (
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
)

// A clock's figures do not depend on which others run: each has datagrams and luck of its own.
func TestAClockIsTheSameAmongFewAsAmongMany(t *testing.T) {
	t.Parallel()
	run := func(list scenario.ClockList) (rows map[string]RaceRow) {
		sc := scenariotest.Load(t, "first")
		sc.Pin(scenariotest.Set("client.algorithm=timesync"))
		sc.ClockList, sc.Duration = list, 20*time.Second
		s := newSession(t, sc, nil)
		defer s.Close()
		advance(t, s, sc.Duration, time.Second)
		rows = map[string]RaceRow{}
		for i, row := range s.Race(1, nil) {
			rows[s.Algorithms()[i].Name] = row
		}
		return rows
	}
	few, many := run("timesync,slot"), run("all")
	if len(few) != 3 { // time.provider of the scenario goes by Unity's
		t.Errorf("%d clocks run, want 3", len(few))
	}
	for name, row := range few {
		if row != many[name] || !row.OK {
			t.Errorf("%s: %+v among few, %+v among all", name, row, many[name])
		}
	}
}
