package game

import (
	"cmp"
	"fmt"
	"time"

	"driftlab/netsync"
)

// The largest world; the wire format has room for it.
const (
	Width  = 32 * Metre
	Height = 15 * Metre
)

// A Platform moves back and forth between two places at constant speed. Its place depends on world time alone, so a machine that
// knows the time knows where it is (MLAPI, "The Elevator Problem").
type Platform struct {
	A, B      Point // centre of its upper side at either end; they differ in X or in Y only
	Speed     Speed
	HalfWidth Length
}

// Leg returns how often it has turned round since world time 0, with a minus sign before that.
func (p *Platform) Leg(w netsync.World) int64 {
	way := p.way()
	rounds, since := p.gone(w, way)
	if since > way {
		return 2*rounds + 1
	}
	return 2 * rounds
}

// gone returns how often it has come back to A since world time 0, and how far it has moved since then, there and back.
func (p *Platform) gone(w netsync.World, way Length) (rounds int64, since Length) {
	period := p.takes(way)
	rounds, phase := int64(w)/int64(period), time.Duration(w)%period
	if phase < 0 {
		rounds, phase = rounds-1, phase+period
	}
	return rounds, p.Speed.Over(phase)
}

// takes returns how long a path takes there and back, at least a nanosecond.
func (p *Platform) takes(way Length) time.Duration {
	return max(time.Duration(2*int64(way)*int64(time.Second)/int64(p.Speed)), 1)
}

func (p *Platform) way() Length {
	d := p.B.Sub(p.A)
	return max(d.X, -d.X) + max(d.Y, -d.Y)
}

// At returns the centre of its upper side at a world time.
func (p *Platform) At(w netsync.World) Point {
	way := p.way()
	_, s := p.gone(w, way)
	if s > way {
		s = max(2*way-s, 0)
	}
	switch d := p.B.Sub(p.A); {
	case d.X > 0:
		return Point{p.A.X + s, p.A.Y}
	case d.X < 0:
		return Point{p.A.X - s, p.A.Y}
	case d.Y > 0:
		return Point{p.A.X, p.A.Y + s}
	default:
		return Point{p.A.X, p.A.Y - s}
	}
}

// A Ledge is a platform that does not move.
type Ledge struct {
	Left, Right, Top Length
}

// A Cover is a column in the foreground. A player with the middle of its feet in it is behind it and can neither be hit nor fire;
// projectiles pass in front. (One can't peek round a wall in a side view.)
type Cover struct {
	Left, Right, Bottom, Top Length
}

// A Bell is a post that stops projectiles.
type Bell struct {
	X, Bottom, Top Length
}

// A Box is a region of the world: its lower left corner and its size.
type Box struct {
	At   Point
	W, H Length
}

// A Level is everything in the world that never changes.
type Level struct {
	Arena         Arena
	Width, Height Length // of the world, no more than [Width] and [Height]
	Platforms     []Platform
	Ledges        []Ledge
	Covers        []Cover
	Bells         []Bell
	Spawns        []Point // where players start, in turn; if empty, along the ground
	ShotSpeed     Speed   // of projectiles
	Pips          uint8   // that a player starts with; 0 if hits cost none
	Goal          Goal
	Ball          bool    // there is one
	Tokens        []Point // where the heart is, or the two bases of the baton
	Frame         Box     // what a still camera shows
	Follow        bool    // the camera follows a player instead: the world is long
	Rope          Length  // height of the wheels from which platforms 0 and 1 hang on one rope; 0 for none

	// Patroller is the platform on which the server-controlled character walks, and Patrol its walk from the platform's
	// middle; or it is [Solid], and Patrol is its walk in the world.
	Patroller int8
	Patrol    Platform
}

// The range of the speed of lifts, and its default.
const (
	MinLiftSpeed = MetreASecond
	MaxLiftSpeed = 10 * MetreASecond
	LiftSpeed    = 4 * MetreASecond
)

// Heads returns the top of the head of a player on the highest platform or ledge, or the wheels of a rope if they are higher.
func (l *Level) Heads() (top Length) {
	for _, p := range l.Platforms {
		top = max(top, p.A.Y, p.B.Y)
	}
	for _, k := range l.Ledges {
		top = max(top, k.Top)
	}
	return max(top+PlayerHeight, l.Rope+Metre/10)
}

// PatrollerAt returns the feet of the server-controlled character at a world time, as on the host.
func (l *Level) PatrollerAt(w netsync.World) Point {
	feet := l.Patrol.At(w)
	if l.Patroller >= 0 {
		feet = feet.Plus(l.Platforms[l.Patroller].At(w))
	}
	return feet
}

// Covered says whether a player with these feet is behind a column.
func (l *Level) Covered(feet Point) bool {
	for _, c := range l.Covers {
		if feet.X >= c.Left && feet.X <= c.Right && feet.Y >= c.Bottom && feet.Y < c.Top {
			return true
		}
	}
	return false
}

// spawn returns a player at its starting place.
func (l *Level) spawn(id int) Player {
	at := Point{X: 3*Metre + Length(id)*6500*Metre/1000%(l.Width-6*Metre)}
	if n := len(l.Spawns); n > 0 {
		at = l.Spawns[id%n]
	}
	return Player{Pos: at, Ride: Solid, Facing: int8(1 - 2*(id%2)), Pips: l.Pips}
}

// An Arena is a world to choose: its width, and what stands and moves in it.
type Arena int

// The arenas. What each is for happens in it every few seconds, and clearly visible.
const (
	Classic    Arena = iota // wide and calm: the first scenarios and lessons
	Yard                    // a lift, a ferry and a bell that shots ring: clocks
	LiftShaft               // a lift and its counterweight over one rope: riders
	Duel                    // two columns to hide behind: hits
	Relay                   // two ferries between two bases: jumps that land elsewhere on the other machine
	NoWorld                 // nothing, and nobody: clocks alone
	arenaCount int   = iota
)

// ArenaNames are the names that settings use, by [Arena].
var ArenaNames = [arenaCount]string{Classic: "classic", Yard: "yard", LiftShaft: "lift", Duel: "duel", Relay: "relay", NoWorld: "none"}

// String returns the name that settings use.
func (a Arena) String() string { return ArenaNames[a] }

// LevelConfig says how a level is made.
type LevelConfig struct {
	Arena Arena
	Lift  Speed // of lifts, [MinLiftSpeed] to [MaxLiftSpeed]; 0 stands for [LiftSpeed]
	Shot  Speed // of projectiles, [MinShotSpeed] to [MaxShotSpeed]; 0 stands for [DefaultShotSpeed]
	Pips  Pips  // that players have
	Goal  GoalRule
	Ball  bool
}

// NewLevel makes the level of an arena.
func NewLevel(cfg LevelConfig) (*Level, error) {
	cfg.Lift = cmp.Or(cfg.Lift, LiftSpeed)
	cfg.Shot = cmp.Or(cfg.Shot, DefaultShotSpeed)
	switch {
	case cfg.Arena < 0 || int(cfg.Arena) >= arenaCount:
		return nil, fmt.Errorf("arena: %d is outside 0..%d", cfg.Arena, arenaCount-1)
	case cfg.Lift < MinLiftSpeed || cfg.Lift > MaxLiftSpeed:
		return nil, fmt.Errorf("speed of the lift: %d µm/s is outside %d..%d", cfg.Lift, MinLiftSpeed, MaxLiftSpeed)
	case cfg.Shot < MinShotSpeed || cfg.Shot > MaxShotSpeed:
		return nil, fmt.Errorf("speed of projectiles: %d µm/s is outside %d..%d", cfg.Shot, MinShotSpeed, MaxShotSpeed)
	case cfg.Goal > WithGoal:
		return nil, fmt.Errorf("goal: %d is outside 0..%d", cfg.Goal, WithGoal)
	case cfg.Pips < 0 || cfg.Pips > MaxPips+1:
		return nil, fmt.Errorf("pips: %d is outside 0..%d", cfg.Pips, MaxPips+1)
	}
	l := [arenaCount]func(lift Speed) *Level{Classic: classicLevel, Yard: yardLevel, LiftShaft: shaftLevel, Duel: duelLevel, Relay: relayLevel, NoWorld: noLevel}[cfg.Arena](cfg.Lift)
	l.Arena, l.ShotSpeed, l.Ball, l.Goal = cfg.Arena, cfg.Shot, cfg.Ball && cfg.Arena != NoWorld, cfg.Goal.goal(cfg.Arena)
	if l.Ball && cfg.Goal == WithGoal {
		l.Goal = Touched
	}
	if cfg.Pips != ArenaPips {
		l.Pips = uint8(cfg.Pips - 1)
	}
	return l, nil
}

// DefaultLevel is the arena [Classic], with a lift, a platform that goes sideways and three ledges.
func DefaultLevel() *Level {
	l, err := NewLevel(LevelConfig{})
	if err != nil {
		panic(err) // the defaults are within their ranges
	}
	return l
}

// noLevel is the level of an empty world: only the size of a picture.
func noLevel(Speed) *Level {
	return &Level{Width: Width, Height: Height, Frame: frame(-50, -100, 3300, 1500), Patroller: Solid}
}

// tenths returns a length from tenths of a metre, the unit of the arenas' plans.
func tenths(n int) Length { return Length(n) * Metre / 10 }

// place returns a point from tenths of a metre.
func place(x, y int) Point { return Point{tenths(x), tenths(y)} }

// frame returns what a still camera shows: lower left corner and size, in hundredths of a metre.
func frame(x, y, w, h int) Box {
	const hundredth = Metre / 100
	return Box{Point{Length(x) * hundredth, Length(y) * hundredth}, Length(w) * hundredth, Length(h) * hundredth}
}

func classicLevel(lift Speed) *Level {
	return &Level{
		Width: Width, Height: Height, Frame: frame(-50, -100, 3300, 1500),
		Platforms: []Platform{
			{A: place(80, 15), B: place(80, 95), Speed: lift, HalfWidth: 2 * Metre},
			{A: place(150, 55), B: place(260, 55), Speed: 5_500_000, HalfWidth: 2 * Metre},
		},
		Ledges: []Ledge{
			{0, tenths(50), tenths(45)},
			{tenths(120), tenths(200), tenths(100)},
			{tenths(280), tenths(320), tenths(25)},
		},
		Patrol: patrol(15),
	}
}

// patrol returns the walk of the server-controlled character: half tenths of a metre to either side of its platform's middle.
func patrol(half int) Platform {
	return Platform{A: place(-half, 0), B: place(half, 0), Speed: 1_500_000}
}

// In the yard a projectile from the ledge on the right flies over the players in the middle and hits the bell, so that it never
// reaches the riders of the lift.
func yardLevel(lift Speed) *Level {
	return &Level{
		Width: tenths(152), Height: Height, Frame: frame(-40, -100, 1600, 842),
		Platforms: []Platform{
			{A: place(32, 6), B: place(32, 46), Speed: lift, HalfWidth: tenths(15)},
			{A: place(90, 50), B: place(130, 50), Speed: 4 * MetreASecond, HalfWidth: tenths(11)},
		},
		Ledges: []Ledge{{tenths(124), tenths(152), tenths(24)}},
		Bells:  []Bell{{X: tenths(60), Bottom: tenths(27), Top: tenths(39)}},
		Spawns: []Point{place(112, 0), place(80, 0), place(138, 24), place(55, 0)},
		Patrol: patrol(9),
	}
}

func shaftLevel(lift Speed) *Level {
	return &Level{
		Width: tenths(170), Height: Height, Frame: frame(-50, -95, 1800, 947), Rope: tenths(72),
		Platforms: []Platform{
			{A: place(49, 6), B: place(49, 54), Speed: lift, HalfWidth: tenths(15)},
			{A: place(129, 54), B: place(129, 6), Speed: lift, HalfWidth: tenths(12)},
		},
		Ledges: []Ledge{
			{tenths(73), tenths(103), tenths(30)}, {0, tenths(26), tenths(54)}, {tenths(152), tenths(170), tenths(24)},
		},
		Patrol: patrol(9),
	}
}

func duelLevel(Speed) *Level {
	return &Level{
		Width: tenths(160), Height: Height, Frame: frame(-40, -95, 1680, 884),
		Covers: []Cover{
			{Left: tenths(32), Right: tenths(48), Top: tenths(20)}, {Left: tenths(112), Right: tenths(128), Top: tenths(20)},
		},
		Ledges: []Ledge{
			{tenths(32), tenths(48), tenths(20)}, {tenths(112), tenths(128), tenths(20)},
			{tenths(71), tenths(89), tenths(8)}, {tenths(60), tenths(100), tenths(28)},
			{0, tenths(24), tenths(24)}, {tenths(136), tenths(160), tenths(24)},
		},
		Patroller: Solid, Patrol: Platform{A: place(65, 28), B: place(95, 28), Speed: 1_500_000},
		Spawns: []Point{place(40, 0), place(120, 0), place(12, 24), place(148, 24), place(80, 28)},
		Tokens: []Point{place(80, 28)},
		Pips:   5,
	}
}

func relayLevel(Speed) *Level {
	ferry := func(from, to int) Platform {
		return Platform{A: place(from, 24), B: place(to, 24), Speed: 4_800_000, HalfWidth: tenths(12)}
	}
	return &Level{
		Width: tenths(300), Height: Height, Frame: frame(-40, -100, 3080, 1620), Follow: true,
		Platforms: []Platform{ferry(67, 115), ferry(233, 185)},
		Ledges: []Ledge{
			{0, tenths(50), tenths(24)}, {tenths(250), tenths(300), tenths(24)},
			{0, tenths(16), tenths(12)}, {tenths(284), tenths(300), tenths(12)}, {tenths(140), tenths(160), tenths(34)},
		},
		Tokens: []Point{place(30, 24), place(270, 24)},
		Patrol: patrol(9),
	}
}
