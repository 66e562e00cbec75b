package unity

import (
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"driftlab/netsync"
	"driftlab/netsync/internal/clocktest"
)

// A unityBranch compares the text's provider with the code of the time when Unity had providers
// (2021): how exact that code's arithmetic was, and what it was set to.
type unityBranch struct {
	eps float64 // relative rounding of a time
	cfg Config
	ok  float64 // what AdvanceTime returned for an ordinary advance

	wholeTicks bool // the snapshot's time was handed over in whole ticks

	compared, edge int
}

func newUnityBranch(file string, rate int) *unityBranch {
	b := &unityBranch{eps: 1.0 / (1 << 21), cfg: Text(), wholeTicks: true}
	b.cfg.TickRate = 1000 * rate
	b.cfg.ReceiveBuffer = unityDuration(float64(float32(1) / float32(rate)))
	b.cfg.SendBuffer = unityDuration(float64(float32(2) / float32(rate)))
	if strings.Contains(file, "mlapi_2021_06") { // double precision; the dead zone is gone
		b.eps, b.cfg.DeadZone, b.wholeTicks = 1e-14, 0, false
	}
	if strings.Contains(file, "mlapi_rfc") {
		b.ok = 1
	}
	return b
}

// shown returns the snapshot's time as it is handed over.
func (b *unityBranch) shown(snapshot NetworkTime) NetworkTime {
	if b.wholeTicks {
		return snapshot.Start()
	}
	return snapshot
}

// tolerance returns the peer's rounding at a time of s seconds, and that of its constants: 0.15 in
// single precision is 6 ns above.
func (b *unityBranch) tolerance(s float64) float64 { return 1e-8 + b.eps*math.Abs(s) }

// sign turns a time scale into a direction.
func sign(scale float64) int64 {
	switch {
	case scale > 1:
		return +1
	case scale < 1:
		return -1
	}
	return 0
}

// onEdge says whether rounding may decide: in which tick a time is, or on which side of a limit its
// error is.
func (b *unityBranch) onEdge(at NetworkTime, target netsync.World) bool {
	tolerance := b.tolerance(at.World().Sub(0).Seconds())
	position := at.Offset()
	if math.Min(position, 1-position) < tolerance*float64(at.Rate()) {
		return true
	}
	err := math.Abs(target.Sub(at.Start().World()).Seconds())
	return math.Abs(err-b.cfg.DeadZone.Seconds()) < 2*tolerance ||
		math.Abs(err-b.cfg.HardReset.Seconds()) < 2*tolerance
}

// Each frame begins where the peer was, so that it is one frame's decision and arithmetic that is
// compared.
func TestUnityClientProviderMatchesThePublishedProvider(t *testing.T) {
	t.Parallel()
	unityFiles(t, "mlapi_*", "provider_edges*.json", func(t *testing.T, file string) {
		var f struct {
			Sequences []struct {
				TickRate       int        `json:"tick_rate"`
				StartPredicted float64    `json:"start_predicted"`
				StartLocal     float64    `json:"start_local"` // as it was called later
				StartServer    float64    `json:"start_server"`
				Rows           []unityRow `json:"rows"`
			} `json:"sequences"`
		}
		clocktest.ReadVector(t, file, &f)
		var compared, edge int
		for _, s := range f.Sequences {
			b := newUnityBranch(file, s.TickRate)
			c, err := NewClientProvider(b.cfg)
			if err != nil {
				t.Fatal(err)
			}
			at := Times{networkTimeOf(s.TickRate, s.StartPredicted+s.StartLocal), networkTimeOf(s.TickRate, s.StartServer)}
			for _, r := range s.Rows {
				c.Sync(netsync.World(unityDuration(r.num(t, 1))), unityDuration(r.num(t, 2)))
				got, ok := c.AdvanceTime(at, unityDuration(r.num(t, 0)))
				b.check(t, r, got, ok, c)
				at = Times{networkTimeOf(s.TickRate, r.num(t, 4)), networkTimeOf(s.TickRate, r.num(t, 5))}
				c.scale = unityScale{sign(r.num(t, 8)), sign(r.num(t, 9))}
			}
			compared, edge = compared+b.compared, edge+b.edge
		}
		t.Logf("%d frames compared, %d at an edge", compared, edge)
	})
}

// check compares an advance with a row: result, times, ticks and the scales chosen.
func (b *unityBranch) check(t *testing.T, r unityRow, got Times, ok bool, c *ClientProvider) {
	t.Helper()
	want := Times{networkTimeOf(b.cfg.TickRate/1000, r.num(t, 4)), networkTimeOf(b.cfg.TickRate/1000, r.num(t, 5))}
	tolerance := b.tolerance(r.num(t, 4))
	off := math.Max(unityOff(got.Predicted, r.num(t, 4)), unityOff(got.Server, r.num(t, 5)))
	scale := unityScale{sign(r.num(t, 8)), sign(r.num(t, 9))}
	same := ok == (r.num(t, 3) == b.ok) && off < tolerance && c.scale == scale &&
		float64(got.Predicted.Tick()) == r.num(t, 6) && float64(got.Server.Tick()) == r.num(t, 7)
	switch {
	case same:
		b.compared++
	case b.onEdge(want.Predicted, c.target.predicted) || b.onEdge(want.Server, c.target.server):
		b.edge++
	default:
		t.Fatalf("%s: times %v, %v s off, ok %v, scale %+v", r, got, off, ok, c.scale)
	}
}

func TestUnityServerProviderMatchesThePublishedProvider(t *testing.T) {
	t.Parallel()
	unityFiles(t, "mlapi_*", "provider_server*.json", func(t *testing.T, file string) {
		var f struct {
			Steps string     `json:"step_lists"`
			Rows  []unityRow `json:"rows"`
		}
		clocktest.ReadVector(t, file, &f)
		b := newUnityBranch(file, 60)
		steps := unitySteps(t, file, f.Steps)["frame_steps"]
		at, i := Times{NewNetworkTime(60, 30), NewNetworkTime(60, 30)}, 0
		for _, r := range f.Rows {
			for ; i <= int(r.num(t, 0)); i++ {
				at, _ = ServerProvider{}.AdvanceTime(at, unityDuration(steps[i]))
			}
			// The peer's rounding and ours add up over the frames.
			tolerance := float64(i+1) * b.tolerance(r.num(t, 2)) / 2
			if off := unityOff(at.Predicted, r.num(t, 2)); off > tolerance || at.Predicted != at.Server {
				t.Fatalf("%s: at %v, %v s off", r, at, off)
			}
			if diff := float64(at.Predicted.Tick()) - r.num(t, 4); math.Abs(diff) > 1 {
				t.Fatalf("%s: at %v", r, at)
			}
		}
	})
}

// The editor tests of the time, 100 s a phase, with the clock left to itself. In double precision
// every decision is the same; in single precision a few are not, as its unit is 15 to 30 µs there.
func TestUnityClientProviderStaysWithThePublishedProvider(t *testing.T) {
	t.Parallel()
	unityFiles(t, "mlapi_*", "provider_*.json", func(t *testing.T, file string) {
		if name := filepath.Base(file); strings.HasPrefix(name, "provider_edges") || strings.HasPrefix(name, "provider_server") {
			return // no run: the tests above read them
		}
		var f struct {
			Steps string     `json:"step_lists"`
			Rows  []unityRow `json:"rows"`
			Ends  []struct {
				RTT string `json:"rtt_list"`
			} `json:"phase_ends"`
			Setup struct {
				TickRate int     `json:"tick_rate"`
				RTT      float64 `json:"initial_rtt"`
			} `json:"setup"`
		}
		clocktest.ReadVector(t, file, &f)
		b, lists, rows := newUnityBranch(file, f.Setup.TickRate), unitySteps(t, file, f.Steps), f.Rows
		c, err := NewClientProvider(b.cfg)
		if err != nil {
			t.Fatal(err)
		}
		snapshot, rtt := NewNetworkTime(f.Setup.TickRate, 0), f.Setup.RTT
		at := c.InitializeClient(Times{snapshot, snapshot})
		hard := func() { // as hardFrame says
			for len(rows) > 0 && unityCell[string](t, rows[0], 0) == hardFrame {
				r := rows[0]
				rows = rows[1:]
				step := unityDuration(r.num(t, 2))
				// Unity's own test leaves the host's time as it is. The reset sets the server time by it.
				server := netsync.World(unityDuration(r.num(t, 6))).Add(b.cfg.ReceiveBuffer)
				if later := snapshot.Add(step); server.Sub(snapshot.World()).Abs() > server.Sub(later.World()).Abs() {
					snapshot = later
				}
				rtt = r.num(t, 3)
				c.Sync(b.shown(snapshot).World(), unityDuration(rtt))
				var ok bool
				at, ok = c.AdvanceTime(at, step)
				b.checkFree(t, r, at, ok, c.scale)
			}
		}
		for _, end := range f.Ends {
			hard()
			for i, step := range lists["frame_steps"] {
				c.Sync(b.shown(snapshot).World(), unityDuration(rtt))
				var ok bool
				at, ok = c.AdvanceTime(at, unityDuration(step))
				if len(rows) > 0 && unityCell[string](t, rows[0], 0) == end.RTT && int(rows[0].num(t, 1)) == i {
					b.checkFree(t, rows[0], at, ok, c.scale)
					rows = rows[1:]
				}
				snapshot, rtt = snapshot.Add(unityDuration(step)), lists[end.RTT][i]
			}
		}
		hard()
		if len(rows) > 0 || b.edge > 1+len(f.Rows)/100 || b.edge > 0 && !b.wholeTicks {
			t.Fatalf("%d rows were not reached; %d of %d were decided otherwise", len(rows), b.edge, len(f.Rows))
		}
		t.Logf("%d frames compared, %d decided otherwise", b.compared, b.edge)
	})
}

// checkFree compares a row of a run on which roundings add up.
func (b *unityBranch) checkFree(t *testing.T, r unityRow, got Times, ok bool, scale unityScale) {
	t.Helper()
	tolerance := 1e-6
	if b.wholeTicks {
		tolerance = 2e-3 // a decision, of a frame of 0.1 s
	}
	off := math.Max(unityOff(got.Predicted, r.num(t, 5)), unityOff(got.Server, r.num(t, 6)))
	if ok != (r.num(t, 4) == b.ok) || off > tolerance {
		t.Fatalf("%s: times %v, %v s off, ok %v", r, got, off, ok)
	}
	if scale == (unityScale{sign(r.num(t, 9)), sign(r.num(t, 10))}) {
		b.compared++
	} else {
		b.edge++
	}
}

func TestUnityTimeSystemMatchesThePublishedTimeSystem(t *testing.T) {
	t.Parallel()
	unityFiles(t, "mlapi_*", "time_system.json", func(t *testing.T, file string) {
		var f struct {
			Sequences []struct {
				Name     string     `json:"name"`
				TickRate int        `json:"tick_rate"`
				Rows     []unityRow `json:"rows"`
			} `json:"sequences"`
		}
		clocktest.ReadVector(t, file, &f)
		for _, s := range f.Sequences {
			b := newUnityBranch(file, s.TickRate)
			client := newUnityClientProvider(b.cfg)
			var provider Provider = ServerProvider{}
			if s.Name != "server" {
				provider = client
			}
			system := mustSystem(t, s.TickRate, provider)
			if _, tick, ok := strings.Cut(s.Name, "from_tick_"); ok {
				n, err := strconv.Atoi(tick)
				if err != nil {
					t.Fatal(err)
				}
				system.InitializeClient(int64(n))
			}
			for i, r := range s.Rows {
				if i > 0 {
					// As in the test above, each frame begins where the peer was; at which
					// scales, its two times tell.
					was, delta := s.Rows[i-1], r.num(t, 0)
					system.times = Times{networkTimeOf(s.TickRate, was.num(t, 3)), networkTimeOf(s.TickRate, was.num(t, 4))}
					gained := func(column int) int64 { // beyond a hundredth: a hard reset
						gain := (r.num(t, column) - was.num(t, column) - delta) / delta
						return min(1, max(-1, int64(math.Round(gain*100))))
					}
					client.scale = unityScale{gained(3), gained(4)}
					client.Sync(netsync.World(unityDuration(r.num(t, 1))), unityDuration(r.num(t, 2)))
					ticks, ok := system.Advance(unityDuration(delta))
					want := networkTimeOf(s.TickRate, r.num(t, 3))
					if !ok && unityOff(system.times.Predicted, r.num(t, 3)) > 0.1 && b.onEdge(want, client.target.predicted) {
						continue // a hard reset or none: up to the peer's last bit
					}
					unityCheckTicks(t, ticks, unityCell[[][]float64](t, r, 7))
				}
				at := system.Times()
				off := math.Max(unityOff(at.Predicted, r.num(t, 3)), unityOff(at.Server, r.num(t, 4)))
				if off > b.tolerance(r.num(t, 3)) ||
					float64(at.Predicted.Tick()) != r.num(t, 5) || float64(at.Server.Tick()) != r.num(t, 6) {
					t.Fatalf("%s, row %d: at %v, %v s off; want %s", s.Name, i, at, off, r)
				}
			}
		}
	})
}
