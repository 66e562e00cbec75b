package clocks

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"driftlab/netsync"
	"driftlab/netsync/insight"
	"driftlab/netsync/internal/clocktest"
)

// A simpsonSession is one session of sessions.json: times in ms, samples as [peer, sent, received,
// round trip, offset].
type simpsonSession struct {
	Name     string
	Pause    float64 `json:"pause_ms"`
	Samples  [][]any
	Analysis *struct {
		Median float64 `json:"median_roundtrip"`
		Std    float64 `json:"std_roundtrip"`
		Kept   int
	}
	Final     float64 `json:"final_offset_ms"`
	Completed bool
}

func msToNs(ms float64) time.Duration {
	whole, rest := math.Modf(ms)
	return time.Duration(whole)*time.Millisecond + time.Duration(math.Round(rest*1e6))
}

func wantMs(t *testing.T, what string, got time.Duration, ms float64) {
	t.Helper()
	// Two stamps are rounded to ns, and the doubles of large ones are coarser than that.
	if off := float64(got)/1e6 - ms; max(off, -off) > 4e-6+2e-15*max(ms, -ms) {
		t.Errorf("%s: %v, want %v ms", what, got, ms)
	}
}

func TestSimpsonAsAPackageSynchronisesLikeThePackage(t *testing.T) {
	t.Parallel()
	for _, name := range clocktest.VectorFiles(t, "simpson", "sessions*.json") {
		var file struct{ Sessions []simpsonSession }
		clocktest.ReadVector(t, name, &file)
		for _, session := range file.Sessions {
			t.Run(session.Name, func(t *testing.T) {
				peers := map[string][][]any{}
				for _, row := range session.Samples {
					peer := fmt.Sprint(row[0])
					peers[peer] = append(peers[peer], row)
				}
				var sum time.Duration
				answered := 0
				for _, rows := range peers {
					sum += playSimpson(t, &session, rows)
					if slices.ContainsFunc(rows, func(row []any) bool { return row[3] != nil }) {
						answered++
					}
				}
				// The package takes the mean of the offsets of those that answered.
				wantMs(t, "offset at the end", sum/time.Duration(max(answered, 1)), session.Final)
			})
		}
		t.Logf("%s: %d sessions", name, len(file.Sessions))
	}
}

// playSimpson plays one peer's part of a session and returns the offset at its end.
func playSimpson(t *testing.T, session *simpsonSession, rows [][]any) time.Duration {
	t.Helper()
	cfg := NPMSimpson()
	cfg.Pause = msToNs(session.Pause)
	cfg.Count = insight.KeptSamples
	if session.Completed {
		cfg.Count = len(rows)
	}
	s := clocktest.Made(NewSimpson(cfg))
	start := netsync.Local(msToNs(rows[0][1].(float64)))
	next := start
	var late time.Duration // where the package learns of a loss at once, the estimator waits
	for _, row := range rows {
		wantMs(t, "question", next.Sub(0)-late, row[1].(float64))
		probes, _ := s.Wake(next, nil)
		if len(probes) != 1 {
			t.Fatalf("%d questions at %v", len(probes), row[1])
		}
		if row[3] == nil {
			late += cfg.Timeout
			_, next = s.Wake(next.Add(cfg.Timeout), nil)
			continue
		}
		received := netsync.Local(msToNs(row[2].(float64)) + late)
		rtt, offset := msToNs(row[3].(float64)), msToNs(row[4].(float64))
		stamp := received.Plus(offset - rtt/2)
		first := !s.Status(0).Synchronised
		s.Observe(netsync.Event{Kind: netsync.Answer, Seq: probes[0].Seq, T1: probes[0].T1, T2: stamp, T3: stamp, T4: received})
		if first && len(rows) > 1 {
			wantMs(t, "offset after the first answer", s.Status(0).Offset, row[4].(float64))
		}
		_, next = s.Wake(received, nil)
	}
	if session.Completed && next != start.Add(cfg.Repeat) {
		t.Errorf("the next round is at %v, want an hour after this one", next)
	}
	if session.Completed && session.Analysis != nil {
		checkSimpsonRound(t, s, session)
	}
	return s.Status(0).Offset
}

func checkSimpsonRound(t *testing.T, s *Simpson, session *simpsonSession) {
	t.Helper()
	var d insight.Detail
	s.Explain(&d)
	wantMs(t, d.Marks[0].Name, d.Marks[0].Value, session.Analysis.Median)
	wantMs(t, d.Marks[1].Name, d.Marks[1].Value, session.Analysis.Std)
	kept := 0
	for _, x := range d.Samples {
		if x.Reason == insight.Accepted {
			kept++
		}
	}
	if kept != session.Analysis.Kept {
		t.Errorf("%d samples are kept, want %d", kept, session.Analysis.Kept)
	}
}

func TestSimpsonsStatisticsAreThoseOfThePackage(t *testing.T) {
	t.Parallel()
	for _, name := range clocktest.VectorFiles(t, "simpson", "stats*.json") {
		var file struct{ Cases [][]any }
		clocktest.ReadVector(t, name, &file)
		for _, c := range file.Cases {
			var values []time.Duration
			for _, v := range c[0].([]any) {
				values = append(values, msToNs(v.(float64)))
			}
			wantMs(t, fmt.Sprint("mean of ", values), mean(values), c[1].(float64))
			wantMs(t, fmt.Sprint("deviation of ", values), deviation(values), c[3].(float64))
			slices.Sort(values)
			wantMs(t, fmt.Sprint("median of ", values), clocktest.Made(NewSimpson(NPMSimpson())).midPoint(values), c[4].(float64))
		}
		t.Logf("%s: %d cases", name, len(file.Cases))
	}
}

func TestSimpsonsSessionsWithAPeerThatNeverAnswersAreRead(t *testing.T) {
	clocktest.OwnVectors(t, map[string]string{"simpson/sessions_own.json": `{"sessions":[{"name":"two of three","pause_ms":1000,"completed":true,
		"samples":[["p1",0,40,40,100],["p2",0,null,null,null],["p3",0,60,60,200]],"final_offset_ms":150}]}`})
	t.Run("sessions", TestSimpsonAsAPackageSynchronisesLikeThePackage)
}
