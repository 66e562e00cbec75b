package profile

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/game/scenario/scenariotest"
	"driftlab/netsim"
)

// throughput is the share of packets that a direction lets through.
func throughput(s *netsim.Settings) float64 {
	lost := 0.0
	if s.EpisodeFor > 0 {
		lost = float64(s.EpisodeFor) / float64(s.EpisodeFor+s.EpisodesApart())
	}
	return (1 - s.Loss) * (1 - lost)
}

// probed sends probes over a link and back and returns what was seen of them: which of the round trips was lost, as ping sees it.
func probed(t *testing.T, seed uint64, up, down netsim.Settings, rate, n int) *measurement {
	t.Helper()
	there, err := netsim.NewLink(seed, 1, up)
	if err != nil {
		t.Fatal(err)
	}
	back, err := netsim.NewLink(seed, 2, down)
	if err != nil {
		t.Fatal(err)
	}
	m := &measurement{title: "probed"}
	for i := range n {
		sent := time.Duration(i) * time.Second / time.Duration(rate)
		d, lost := there.Fate(netsim.Time(sent), 56)
		tr := trip{sent: sent, fate: lostThere}
		if !lost {
			e, lost := back.Fate(netsim.Time(sent+d), 56)
			if !lost {
				tr = trip{sent: sent, rtt: d + e}
			}
		}
		m.trips = append(m.trips, tr)
	}
	m.halve()
	return m
}

func mustProfile(t *testing.T, m *measurement) *Profile {
	t.Helper()
	p, err := m.profile("probed")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// exported writes a profile as a scenario and reads its link from that.
func exported(t *testing.T, p *Profile) *Profile {
	t.Helper()
	text := exportOf(t, p, "scenario")
	sc := scenariotest.Parse(t, "x.toml", text)
	again, err := fromScenario(sc, 1)
	if err != nil {
		t.Fatal(err)
	}
	return again
}

func within20Percent(got, want float64) bool { return got > want*0.8 && got < want*1.2 }

func TestTheRateAndTheLengthOfEpisodesComeBackFromAnExport(t *testing.T) {
	t.Parallel()
	for _, rate := range []int{1, 10, 100} {
		for _, intervals := range []time.Duration{3, 4, 20} {
			length := intervals * time.Second / time.Duration(rate)
			s := netsim.Settings{Delay: 20 * time.Millisecond, EpisodeFor: length, EpisodeEvery: 25 * length}
			n := 25 * int(intervals) * 100 // a hundred episodes each way
			first := mustProfile(t, probed(t, 3, s, s, rate, n))
			back := exported(t, first)
			again := mustProfile(t, probed(t, 8, back.Up, back.Down, rate, n))
			for i, p := range []*Profile{first, again} {
				for _, d := range []*netsim.Settings{&p.Up, &p.Down} {
					share := 1 - throughput(d)
					if !within20Percent(share, 0.04) || !within20Percent(d.EpisodeFor.Seconds(), length.Seconds()) {
						t.Errorf("%d a second, import %d: %.4f lost, %v long, want 0.04 and %v: %q", rate, i+1, share, d.EpisodeFor, length, p.Notes)
					}
				}
			}
		}
	}
}

func TestIndependentLossesAreNoEpisodes(t *testing.T) {
	t.Parallel()
	for _, loss := range []float64{0.01, 0.1, 0.4} {
		for seed := range uint64(20) {
			s := netsim.Settings{Delay: 20 * time.Millisecond, Loss: loss}
			p := mustProfile(t, probed(t, seed, s, netsim.Settings{}, 10, 2000))
			if p.Up.EpisodeFor > 0 {
				t.Errorf("%v, seed %d: %v every %v", loss, seed, p.Up.EpisodeFor, p.Up.EpisodeEvery)
			}
		}
	}
}

func TestSingleLossesBesideOutagesStayIndependent(t *testing.T) {
	t.Parallel()
	s := netsim.Settings{Delay: 20 * time.Millisecond, Loss: 0.01, EpisodeFor: 5 * time.Second, EpisodeEvery: 5 * time.Minute}
	p := mustProfile(t, probed(t, 4, s, netsim.Settings{}, 10, 10*3600*6))
	union := 2 * p.Up.Loss
	if !within20Percent(union, 0.01) || !within20Percent(p.Up.EpisodeFor.Seconds(), 5) || p.Up.EpisodeEvery < 8*time.Minute || p.Up.EpisodeEvery > 12*time.Minute {
		t.Errorf("%+v", p.Up)
	}
}

func TestFewEpisodesSayThatTheyAreFew(t *testing.T) {
	t.Parallel()
	p := mustOpen(t, sample("case-ping-outage.txt"))
	notes := p.Notes.Join("\n")
	length := p.Up.EpisodeFor.Round(100 * time.Millisecond)
	if length != 15*time.Second || p.Down.EpisodeFor != p.Up.EpisodeFor || !strings.Contains(notes, "All losses there or back (15) were in one run of 15") {
		t.Errorf("%v, %v: %q", p.Up.EpisodeFor, p.Down.EpisodeFor, p.Notes)
	}
	m := measurement{}
	for i := range 1000 {
		m.trips = append(m.trips, trip{sent: time.Duration(i) * time.Second, rtt: time.Millisecond})
		if i%100 >= 90 {
			m.trips[i].fate = lostThere
		}
	}
	if p := mustProfile(t, &m); !strings.Contains(p.Notes.Join("\n"), "only 10 episodes of loss there or back") || !strings.Contains(p.Notes.Join("\n"), "95 % confidence") {
		t.Errorf("%q", p.Notes)
	}
}

func TestARecordingLosesTheExchangesThatWereLost(t *testing.T) {
	t.Parallel()
	s := netsim.Settings{Delay: 5 * time.Millisecond, Jitter: 2 * time.Millisecond, Loss: 0.02, EpisodeFor: time.Second, EpisodeEvery: 20 * time.Second}
	m := probed(t, 5, s, s, 20, 4000)
	was := slices.Clone(m.trips)
	p := mustProfile(t, m)
	text := exportOf(t, p, "csv")
	up, down, err := netsim.ReadRecordings("x.csv", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	again := probed(t, 9, netsim.Settings{Recording: up}, netsim.Settings{Recording: down}, 20, 4000)
	lost := 0
	for i, w := range was {
		if now := again.trips[i]; now.fate != w.fate || w.fate == returned && now.rtt != w.rtt {
			t.Fatalf("exchange %d: %+v, was %+v", i, now, w)
		}
		if w.fate != returned {
			lost++
		}
	}
	if lost < 100 {
		t.Errorf("%d lost", lost)
	}
}

func TestARecordingLosesTheAnswersThatWereLost(t *testing.T) {
	t.Parallel()
	p := &Profile{Name: "x", Samples: []Sample{{0, 3e6, 4e6}, {10e6, 3e6, 5e6}, {30e6, 3e6, 6e6}}, Losses: []Loss{{Sent: 20e6, Back: true}, {Sent: 40e6}}}
	if got, want := fmt.Sprint(recordedRows(p)), fmt.Sprint([]Sample{{0, 3e6, 4e6}, {10e6, 3e6, 5e6}, {20e6, 3e6, isLost}, {30e6, 3e6, 6e6}, {40e6, isLost, 6e6}}); got != want {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestAnOutageThatIsMostOfAShortPingIsAnOutage(t *testing.T) {
	t.Parallel()
	p := mustOpen(t, sample("case-outage-is-most.txt"))
	length := p.Up.EpisodeFor.Round(time.Second)
	if length < 15*time.Second || length > 16*time.Second || p.Down.EpisodeFor != p.Up.EpisodeFor || p.Up.Loss != 0 || !near(thereAndBack(p), 15.0/21, 0.01) {
		t.Errorf("%v lost, %v long, %v beside", thereAndBack(p), p.Up.EpisodeFor, p.Up.Loss)
	}
	if notes := p.Notes.Join("\n"); !strings.Contains(notes, "All losses there or back (15) were in one run of 15") {
		t.Errorf("it says %q", notes)
	}
}

func TestTheChanceOfSoFewRunsIsCountedFromAllOrders(t *testing.T) {
	t.Parallel()
	const n = 12
	for hits := 1; hits < n; hits++ {
		var all, upTo [n + 1]int // how many orders have a number of runs, or fewer
		orders := 0
		for bits := range 1 << n {
			var r lossRuns
			for i := range n {
				r.add(0, bits>>i&1 != 0)
			}
			if r.hits == hits {
				all[len(r.runs)]++
				orders++
			}
		}
		for k, sum := 0, 0; k <= n; k++ {
			sum += all[k]
			upTo[k] = sum
			r := lossRuns{n: n, hits: hits, runs: make([]int, k)}
			if got, want := r.soFew(), float64(upTo[k])/float64(orders); k <= hits && !near(got, want, 1e-9) {
				t.Errorf("%d lost of %d in %d runs: %v, want %v", hits, n, k, got, want)
			}
		}
	}
}

func TestShortPingsOfIndependentLossesHaveHardlyEverAnOutage(t *testing.T) {
	t.Parallel()
	for _, loss := range []float64{0.3, 0.5, 0.7} {
		outages := 0
		for seed := range uint64(500) {
			m := probed(t, seed, netsim.Settings{Loss: loss}, netsim.Settings{}, 1, 21)
			if m.returned() > 0 && mustProfile(t, m).Up.EpisodeFor > 0 {
				outages++
			}
		}
		if outages > 15 { // 3 %
			t.Errorf("%v: %d of 500 have one", loss, outages)
		}
	}
}
