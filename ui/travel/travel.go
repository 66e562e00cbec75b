package travel

import (
	"errors"
	"math"
	"strconv"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/game/scenario"
	"driftlab/game/timeline"
	"driftlab/netsim"
	"driftlab/netsync/guest"
	"driftlab/ui/config"
	"driftlab/ui/notice"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
	"driftlab/ui/words"
)

// A Travel is how the window goes through time: along, back and ahead.
type Travel struct {
	Clock func() time.Time // real time, for how long an update may take
	Held  bool             // the line of time is in a person's hand, and time stands
	Fresh int              // updates for which a branch that has just begun is pointed out
	Lag   Lag
	Turn  Turn

	picture *picture.Picture
	lines   *notice.Lines
	opt     *config.Window
	teacher Teacher
	blind   Blind
	window  Window

	updates int       // since the way that is being gone began
	share   float64   // of it that has been gone
	waiting []deed    // what is to be done when it has been gone
	since   time.Time // when the first way was gone on with since the window was drawn last; zero for not yet
	acting  bool      // that is being done
	left    int64     // what is still to be advanced, in ns/[ebiten.DefaultTPS]
	past    past
	other   otherWay
	holding bool // a datagram is held, and time stands still; ran is whether it went before
	ran     bool
}

// A Teacher tells a lesson step by step.
type Teacher interface {
	Asking() bool                        // a question waits for its answer: nothing is done to the session
	Allow(d time.Duration) time.Duration // how much of a time may pass
	Hides() bool                         // the truth must not be shown
}

// Blind is the mode in which the truth is hidden: nothing is compared in it.
type Blind interface {
	On() bool
	End()
}

// A Window is what travel asks of who holds it.
type Window interface {
	Back() (was bool, err error) // shows what was shown before the session, where a person had made something of it
	Split()                      // divides the worlds' region between A and B, or gives it back to B
}

// New returns what goes through the time of a picture's worlds.
func New(p *picture.Picture, lines *notice.Lines, opt *config.Window) *Travel {
	return &Travel{Clock: time.Now, picture: p, lines: lines, opt: opt}
}

// Heed has travel go by a teacher and by blind mode, which are given it themselves, and tell its window.
func (t *Travel) Heed(teacher Teacher, blind Blind, window Window) {
	t.teacher, t.blind, t.window = teacher, blind, window
}

// Begin forgets the ways of the session before.
func (t *Travel) Begin() {
	t.updates, t.share, t.Fresh, t.waiting, t.since, t.acting, t.Held = 0, 0, 0, nil, time.Time{}, false, false
}

// Share returns how much of the way that is being gone is behind, and whether anything waits for its end.
func (t *Travel) Share() (share float64, waits bool) { return t.share, len(t.waiting) > 0 }

// Drawn gives long ways time again, once in a frame.
func (t *Travel) Drawn() { t.since = time.Time{} }

const (
	// travelSlice is how much real time the simulating of long ways may take between two frames. A frame that comes late has
	// several updates before it: with a part in each of them all frames would stay late.
	travelSlice = 22 * time.Millisecond
	// Shown is after how many updates a way is long enough to show how far it has got: 0.2 s.
	Shown = 12
	// freshFor is how long a new branch is pointed out, in updates.
	freshFor = 150
)

// Arrive makes the session at which the line stands the one that is shown.
func (t *Travel) Arrive() {
	if s := t.picture.Line.Session(); s != t.picture.Session {
		t.picture.Session = s
		t.picture.ResumePlay()
	}
}

// Do hands a person's action to the session.
func (t *Travel) Do(ev scenario.Event) { t.lines.ShowOutcome("", t.Apply(ev)) }

// Apply is Do for those who tell the error themselves. In the past it begins a branch. On a long way it is
// done when the jump has arrived; what is wrong with it is reported then.
func (t *Travel) Apply(ev scenario.Event) error {
	if t.teacher.Asking() {
		return errors.New(t.picture.Words.T("player.refused"))
	}
	if t.Underway() {
		t.wait(deed{do: func() error { return t.lines.ClearOnSuccess(t.Apply(ev)) }, set: ev.Set})
		return nil
	}
	branch := t.picture.Line.Branch()
	if t.picture.Line.Now() < t.picture.Line.End() && t.picture.Session.Check(ev) == nil {
		t.leave()
	}
	forget := t.remember(&ev)
	err := t.picture.Line.Do(ev)
	if err != nil {
		forget()
	}
	t.Arrive()
	if t.picture.Line.Branch() != branch {
		t.Fresh = freshFor
	}
	if err == nil {
		err = t.picture.AB.Follow(t.picture.Session.Now(), ev)
	}
	return err
}

// Limit returns the instant nearest to another at which the window may be.
func (t *Travel) Limit(to netsim.Time) netsim.Time {
	if t.opt.End > 0 {
		to = min(to, netsim.Time(t.opt.End))
	}
	return max(to, 0)
}

// Went notes the outcome of a move, and returns the message about it.
func (t *Travel) Went(err error) error {
	t.Arrive()
	if err == nil {
		return nil
	}
	t.picture.Paused, t.waiting = true, nil
	if fault := (*guest.Fault)(nil); errors.As(err, &fault) && !fault.Ours {
		return errors.New(t.picture.Words.F("bars.guest-ended", err))
	}
	return errors.New(t.picture.Words.F("bars.ended", err))
}

// Advance lets virtual time pass, all of it at once.
func (t *Travel) Advance(d time.Duration) { t.elapse(d, t.picture.Line.Advance) }

// elapse advances virtual time up to the end that was asked for.
func (t *Travel) elapse(d time.Duration, advance func(time.Duration) error) {
	if t.opt.End > 0 {
		if rest := t.opt.End - time.Duration(t.picture.Session.Now()); d >= rest {
			d, t.picture.Paused = rest, true
		}
	}
	t.lines.ShowError(t.Went(advance(d)))
}

// Seek starts on the way to an instant; pass goes it.
func (t *Travel) Seek(to netsim.Time) {
	t.inTurn(t.behindOthers(), deed{do: func() error { return t.seekNow(to) }, seek: true, to: t.Limit(to)})
}

func (t *Travel) seekNow(to netsim.Time) error {
	if !t.picture.Line.Busy() && !t.picture.AB.Behind() {
		t.updates = 0
	}
	t.share = 0
	t.picture.Deck.Camera.Still = true
	return t.Went(t.picture.Line.SeekStart(t.Limit(to)))
}

// Pass lets an update's time pass: it continues a way that has begun, or lets the session continue.
func (t *Travel) Pass() {
	t.Fresh = max(t.Fresh-1, 0)
	t.picture.Taught.Whole.Wait(t.picture.Line.Busy() || t.picture.AB.Behind())
	if t.picture.Line.Busy() || t.picture.AB.Behind() || t.picture.Paused || t.Held {
		t.Lag = Lag{}
	}
	switch {
	case t.picture.Line.Busy():
		t.updates++ // a piece of the way, and more for as long as there is time
		for more := t.Spare(); t.picture.Line.Busy(); {
			_, share, err := t.picture.Line.Work(panel.TravelPiece)
			t.share = share
			t.lines.ShowError(t.Went(err))
			if !more() {
				break
			}
		}
		t.picture.Deck.Camera.Still = true
	case t.picture.AB.Behind():
		t.updates++
	case !t.picture.Paused && !t.Held:
		// In whole numbers, so that at normal speed the 60th frame ends at 1 s and not a nanosecond before.
		t.left += int64(math.Round(float64(time.Second) * t.picture.Speed))
		whole := t.left / ebiten.DefaultTPS
		t.left -= whole * ebiten.DefaultTPS
		before, allowed := t.picture.Session.Now(), t.teacher.Allow(time.Duration(whole))
		t.elapse(allowed, func(d time.Duration) error { return t.picture.Line.Go(d, panel.WorkAtOnce) })
		if t.picture.Line.Busy() { // too much happens in it for one frame
			t.updates, t.share = 0, 0
		}
		if allowed < time.Duration(whole) { // a step waits at its end, which is no fault of the machine's
			t.Lag = Lag{}
			return
		}
		t.Lag.look(t.picture.Words, t.Clock(), time.Duration(t.picture.Session.Now()-before), t.picture.Speed)
	}
}

// Spare begins the part of a frame in which a long way is simulated, or continues it for another, and says from then on
// whether there is time for more. What the window does knows no other clock: an update is a sixtieth of a second however long
// ago the one before it was, so a system clock that is set and a laptop that has slept change nothing. One that goes back ends
// the part. Only what it tells of a slow machine reads it too: see Lag.
func (t *Travel) Spare() (more func() bool) {
	if t.since.IsZero() {
		t.since = t.Clock()
	}
	return func() bool {
		spent := t.Clock().Sub(t.since)
		return spent >= 0 && spent < travelSlice
	}
}

// Travelling says whether a jump takes so long that the window says so.
func (t *Travel) Travelling() bool {
	return (t.picture.Line.Busy() || t.picture.AB.Behind()) && t.updates >= Shown && !t.Turn.Stands()
}

// Step goes forward by a number of ticks, or back, and stays paused.
func (t *Travel) Step(ticks int) {
	t.picture.Paused = true
	t.WhenThere(func() error { return t.seekNow(t.picture.Line.Ticks(ticks)) })
}

// StepPacket moves on to the next instant at which a datagram is sent or arrives, or back to the latest one.
func (t *Travel) StepPacket(back bool) {
	t.picture.Paused = true
	t.WhenThere(func() error {
		if !back && t.Limit(t.picture.Session.Now()+1) == t.picture.Session.Now() {
			return nil // the end that was asked for
		}
		t.updates, t.share = 0, 0
		t.picture.Deck.Camera.Still = true
		return t.Went(t.picture.Line.StepPacket(back))
	})
}

// ChooseBranch makes a branch the current one.
func (t *Travel) ChooseBranch(branch int) {
	t.inTurn(t.behindOthers(), deed{do: func() error { return t.chooseNow(branch) }})
}

func (t *Travel) chooseNow(branch int) error {
	t.updates, t.share = 0, 0
	t.lines.Notice = ""
	t.picture.Deck.Camera.Still = true
	forget := t.remember(&scenario.Event{})
	t.leave()
	err := t.Went(t.picture.Line.Select(branch))
	if err != nil {
		forget()
	}
	return err
}

// NextBranch goes to the next branch, from the last to the first.
func (t *Travel) NextBranch() {
	t.inTurn(t.behindOthers(), deed{do: func() error { // which others may begin
		return t.chooseNow((t.picture.Line.Branch() + 1) % t.picture.Line.BranchCount())
	}})
}

// Adopt goes to an instant of the way on which a script was done.
func (t *Travel) Adopt(script []scenario.Event, at netsim.Time) error {
	t.updates, t.share = 0, 0
	return t.Went(t.picture.Line.Adopt(script, at))
}

// A LogState tells whether a line's log is as it was when something was read of it.
type LogState struct {
	Line           *timeline.Line
	branch, events int
}

// LogOf returns the state of a line's log.
func LogOf(line *timeline.Line) LogState { return LogState{line, line.Branch(), line.Events()} }

const (
	lagSpan  = time.Second     // of real time, in which virtual time is measured
	lagSlept = 3 * time.Second // between two updates: the machine has slept, or its clock was set
	lagLeast = 0.9             // of the chosen speed; below it the window says so
)

// A Lag measures how fast virtual time really passes. An update is a sixtieth of a second however long it takes, so where
// a machine is too slow for a session, time falls behind the speed that was chosen.
type Lag struct {
	last        time.Time // the update before; zero where time stood
	chosen      float64   // the speed
	real        time.Duration
	gone        time.Duration // of virtual time, in the real time
	Speed, Text string        // how fast it is, and that with its reason; "" where time keeps up
}

// look notes that virtual time went on in an update that ends now.
func (l *Lag) look(lang *words.Language, now time.Time, gone time.Duration, speed float64) {
	since := now.Sub(l.last)
	if l.last.IsZero() || speed != l.chosen || since < 0 || since > lagSlept {
		*l = Lag{last: now, chosen: speed}
		return
	}
	l.last, l.real, l.gone = now, l.real+since, l.gone+gone
	if l.real < lagSpan {
		return
	}
	is := float64(l.gone) / float64(l.real)
	l.real, l.gone, l.Speed, l.Text = 0, 0, "", ""
	if is < lagLeast*speed {
		digits := 1
		if is > 1 {
			digits = 2
		}
		l.Speed = lang.Decimal(strconv.FormatFloat(is, 'g', digits, 64)) + "×"
		l.Text = lang.F("bars.slow", l.Speed)
	}
}
