package session

import (
	"math"
	"strconv"
	"strings"

	"driftlab/game/observe"
	"driftlab/netsim"
)

// A GameFigure is a number that says how a client's game goes, as its player notices it: of the run after the [Warmup].
type GameFigure int

// The figures; [GameFigureKinds] has what each is.
const (
	InputsLate GameFigure = iota
	FramesStarved
	Corrections
	CorrectionWorst
	HitsRefused
	HitsUnseen
	KeyToOwn
	KeyToOther
	FramesWithoutTick
	FramesWithOneTick
	FramesWithTwoTicks
	FramesWithMoreTicks

	MainGameFigures // how many of them tables have: what follows is in summary.json alone

	KeyToOwnP95 GameFigure = iota - 1
	KeyToOtherP95
	TicksPerFrameP95

	gameFigures
)

// A GameFigureKind is what one of the figures is.
type GameFigureKind struct {
	Name, Unit string // the unit is %, ms, m, or "" for a number of times
	Decimals   int
	Help       string // its definition
}

// GameFigureKinds has the definition of each figure. They must not be changed.
var GameFigureKinds = [gameFigures]GameFigureKind{
	InputsLate: {"inputs-late", "%", 1,
		"the share of the client's ticks that the host played without the client's input for them, which came later or never: missing / (in time + missing)"},
	FramesStarved: {"frames-starved", "%", 1,
		"the share of the client's frames that had no snapshot to show what they had to: the client's buffer ran empty"},
	Corrections: {"corrections", "", 0,
		"how often the host's state differed from what the client had predicted: what it rides is not predicted, or nobody could foresee it"},
	CorrectionWorst: {"correction-worst", "m", 2, "the greatest distance by which a correction moved the client's player; 0 where there was none"},
	HitsRefused:     {"hits-refused", "", 0, "the client's hits that the host did not have: shown, and then not"},
	HitsUnseen:      {"hits-unseen", "", 0, "its hits that it did not see itself: the host alone had them"},
	KeyToOwn: {"key-to-own", "ms", 1,
		"the time from a key to the first frame of the client's own screen that shows what it does: the median of all steps, jumps and shots"},
	KeyToOther: {"key-to-other", "ms", 1,
		"the time from a key of the client's to the first frame of another client's screen that shows what it does: the median of all keys and all other clients"},
	FramesWithoutTick:   {"frames-without-tick", "%", 1, "the share of the client's frames that played no new tick of its player: they show nothing new of it"},
	FramesWithOneTick:   {"frames-with-one-tick", "%", 1, "the share of the client's frames that played one new tick of its player"},
	FramesWithTwoTicks:  {"frames-with-two-ticks", "%", 1, "the share that played two"},
	FramesWithMoreTicks: {"frames-with-more-ticks", "%", 1, "the share that played more than two"},
	KeyToOwnP95:         {"key-to-own-p95", "ms", 1, "what key-to-own stays within for 95 % of the keys"},
	KeyToOtherP95:       {"key-to-other-p95", "ms", 1, "what key-to-other stays within for 95 % of them"},
	TicksPerFrameP95:    {"ticks-per-frame-p95", "", 0, "how many new ticks 95 % of the client's frames play at most"},
}

// Column returns the figure's name in tables and in summary.json: with its unit, such as key_to_own_ms.
func (f GameFigure) Column() string {
	k := &GameFigureKinds[f]
	return strings.ReplaceAll(k.Name, "-", "_") + map[string]string{"%": "_percent", "ms": "_ms", "m": "_m"}[k.Unit]
}

// GameFigures are the figures of one client, in the units of their kinds.
type GameFigures [gameFigures]float64 // NaN for what could not be measured

// Of returns a figure; ok is false where it could not be measured: in an arena without a game, in a run that has not come
// past its [Warmup], or where there was nothing to measure.
func (g *GameFigures) Of(f GameFigure) (v float64, ok bool) { return g[f], !math.IsNaN(g[f]) }

// Text returns a figure with its decimals, without its unit; — where it could not be measured.
func (g *GameFigures) Text(f GameFigure) string {
	v, ok := g.Of(f)
	if !ok {
		return "—"
	}
	return strconv.FormatFloat(v, 'f', GameFigureKinds[f].Decimals, 64)
}

// byColumn returns all figures as summary.json has them: nil for what could not be measured.
func (g *GameFigures) byColumn() map[string]*float64 {
	by := map[string]*float64{}
	for f := range gameFigures {
		if by[f.Column()] = nil; !math.IsNaN(g[f]) {
			by[f.Column()] = &g[f]
		}
	}
	return by
}

// GameFigures returns how a client's game has gone so far. It may be asked in every frame.
func (s *Session) GameFigures(client int) (g GameFigures) {
	for f := range g {
		g[f] = math.NaN()
	}
	if s.level.Empty() || s.Now() <= netsim.Time(observe.Warmup) {
		return g
	}
	sum, ticks := s.clients[client-1].counts.Counts()
	moved := s.Screen(client).Measures().Corrections
	g[Corrections], g[CorrectionWorst] = float64(moved.Count), metres(moved.Worst)
	g[HitsRefused], g[HitsUnseen] = float64(sum[observe.HitsRefused]), float64(sum[observe.HitsUnseen])
	share := func(f GameFigure, some, all uint64) {
		if all > 0 {
			g[f] = math.Round(float64(some)/float64(all)*1e6) / 1e4
		}
	}
	share(InputsLate, sum[observe.InputsMissed], sum[observe.InputsMissed]+sum[observe.InputsInTime])
	share(FramesStarved, sum[observe.StarvedFrames], sum[observe.ShownFrames])
	most, all := observe.Rank(ticks[:], 95)
	if all > 0 {
		g[TicksPerFrameP95] = float64(most)
	}
	_, more := observe.Rank(ticks[3:], 0)
	for i, n := range [...]uint64{uint64(ticks[0]), uint64(ticks[1]), uint64(ticks[2]), more} {
		share(FramesWithoutTick+GameFigure(i), n, all)
	}
	own, others := s.keys.Latencies(client)
	for i, of := range [...]*observe.Latencies{own, others} {
		for p95, percent := range [...]uint64{50, 95} {
			if took, ok := of.Quantile(percent); ok {
				g[[...]GameFigure{KeyToOwn, KeyToOwnP95}[p95]+GameFigure(i)] = milliseconds(float64(took))
			}
		}
	}
	return g
}
