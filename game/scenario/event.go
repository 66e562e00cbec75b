package scenario

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"driftlab/game"
	"driftlab/netsim"
)

// An Event changes a running session at one instant.
type Event struct {
	At      netsim.Time
	Caption string       // a line for the viewer; changes nothing
	Asks    bool         // the caption asks a person at the window to do something, so that films leave it out
	Set     []Assignment // settings
	// Over is how long what it sets takes to get there, along a straight line, MinOver..MaxOver; 0 is at once.
	Over    time.Duration
	Join    int      // client that joins if it has left, and rejoins if it has not; AllClients for every one
	Leave   int      // client that says goodbye; AllClients for every one
	Rejoin  int      // client that leaves and joins again; AllClients for every one
	Rebind  int      // client whose address its NAT changes; AllClients for every one
	Restart bool     // the host's program starts again: see [game.Host.Restart]
	Play    *Play    // a person's hand on a player
	Impulse *Impulse // the host pushes a player
	Say     *Say     // a line of chat
	Bots    *Bots    // what bots hold down, by what those of another world do
	// Continues is whether it goes on with the event before, as the points through which a slider is pulled do: one drag.
	Continues bool
	Move      *Move     // a datagram that is to arrive at another time; one that has been sent by then keeps its fate
	Lose      *Datagram // a datagram that is to be lost; one that has been sent by then keeps its fate
	Guess     *Guess    // what a person has answered to a lesson's question; changes nothing
}

// AllClients stands for every client in an [Event].
const AllClients = -1

// Play is what a person does with the player of one machine.
type Play struct {
	Player  int // 0 is the host's, n is client n's
	Held    game.Buttons
	Release bool // give the player back to its bot
}

// An Impulse is a push that the host gives a player and that no client can foresee.
type Impulse struct {
	Player int        // 0 is the host's, n is client n's
	X, Y   game.Speed // to the right and upwards, ±game.MaxImpulse
}

// Say is a line that a player says to all. One who does not know the time yet, or of whom the host has
// not had the lines before, says nothing.
type Say struct {
	Player int // 0 is the host's, n is client n's
	Text   string
}

// A party is whom one thing that an event does is about: a client, all of them, or 0 for no one.
type party struct {
	key    string // as files have it
	client *int
}

// whom returns the parties of the event.
func (ev *Event) whom() [4]party {
	return [...]party{{"join", &ev.Join}, {"leave", &ev.Leave}, {"rejoin", &ev.Rejoin}, {"rebind", &ev.Rebind}}
}

// Includes says whether one of the clients of an event is this one.
func Includes(whom, client int) bool { return whom == AllClients || whom == client }

func (ev *Event) validate(clients int) error {
	if ev.At < 0 || ev.At > netsim.Time(MaxDuration) {
		return invalidf("at", "at: %v is outside 0s..%v", time.Duration(ev.At), MaxDuration)
	}
	if err := validateWords("caption", ev.Caption); err != nil {
		return err
	}
	for _, a := range ev.Set {
		if a.Client > clients {
			return invalidf("set."+a.Name(), "%s: client %d is outside 1..%d", a.Name(), a.Client, clients)
		}
		if a.Key().fixed {
			return invalidf("set."+a.Name(), "%s: can only be set before the start", a.Name())
		}
	}
	if err := ev.validateOver(); err != nil {
		return err
	}
	for _, w := range ev.whom() {
		if c := *w.client; c != AllClients && (c < 0 || c > clients) {
			return invalidf(w.key, "%s: client %d is outside 1..%d", w.key, c, clients)
		}
	}
	if ev.Play != nil && (ev.Play.Player < 0 || ev.Play.Player > clients) {
		return invalidf("player", "player: %d is outside 0..%d", ev.Play.Player, clients)
	}
	if ev.Impulse != nil {
		if err := ev.Impulse.validate(clients); err != nil {
			return err
		}
	}
	if ev.Say != nil {
		if err := ev.Say.validate(clients); err != nil {
			return err
		}
	}
	if ev.Bots != nil {
		if err := ev.Bots.validate(clients); err != nil {
			return err
		}
	}
	for key, d := range ev.Held {
		if err := d.validate(key, clients); err != nil {
			return err
		}
	}
	if ev.Guess != nil {
		if err := ev.Guess.validate(); err != nil {
			return err
		}
	}
	if m := ev.Move; m != nil && (m.By < -netsim.MaxMove || m.By > netsim.MaxMove) {
		return invalidf("move.by", "move.by: %v is outside %v..%v", m.By, -netsim.MaxMove, netsim.MaxMove)
	}
	return nil
}

func (p *Impulse) validate(clients int) error {
	if p.Player < 0 || p.Player > clients {
		return invalidf("push.player", "push.player: %d is outside 0..%d", p.Player, clients)
	}
	for _, along := range []struct {
		key   string
		speed game.Speed
	}{{"push.x", p.X}, {"push.y", p.Y}} {
		if along.speed < -game.MaxImpulse || along.speed > game.MaxImpulse {
			return invalidf(along.key, "%s: %s is outside %s..%s", along.key, speedText(along.speed),
				speedText(-game.MaxImpulse), speedText(game.MaxImpulse))
		}
	}
	return nil
}

func (y *Say) validate(clients int) error {
	if y.Player < 0 || y.Player > clients {
		return invalidf("say.player", "say.player: %d is outside 0..%d", y.Player, clients)
	}
	if err := game.CheckChat(y.Text); err != nil {
		return invalidf("say.text", "say.text: %v", err)
	}
	return nil
}

// resize drops what is about clients that are no more.
func (ev *Event) resize(clients int) {
	if len(ev.Set) == 0 {
		ev.Over = 0
	}
	for _, w := range ev.whom() {
		if *w.client > clients {
			*w.client = 0
		}
	}
	if ev.Play != nil && ev.Play.Player > clients {
		ev.Play = nil
	}
	if ev.Impulse != nil && ev.Impulse.Player > clients {
		ev.Impulse = nil
	}
	if ev.Say != nil && ev.Say.Player > clients {
		ev.Say = nil
	}
	if ev.Bots != nil {
		ev.Bots = ev.Bots.Of(clients)
	}
	if ev.Move != nil && ev.Move.Client > clients {
		ev.Move = nil
	}
	if ev.Lose != nil && ev.Lose.Client > clients {
		ev.Lose = nil
	}
}

// Empty says whether the event does nothing; a caption alone is nothing.
func (ev *Event) Empty() bool {
	for _, w := range ev.whom() {
		if *w.client != 0 {
			return false
		}
	}
	return len(ev.Set) == 0 && !ev.Restart && ev.Play == nil && ev.Impulse == nil && ev.Say == nil && ev.Bots == nil && ev.Move == nil && ev.Lose == nil && ev.Guess == nil
}

// A Guess is a person's answer to the question of a lesson's step, as the session's log keeps it.
type Guess struct {
	Step  int           // from 1
	Value float64       // in the unit of what is asked for
	Took  time.Duration // how long the person thought, in real time
}

// maxGuess bounds what can be guessed, whatever its unit.
const maxGuess = 1e9

func (g *Guess) validate() error {
	switch {
	case g.Step < 1 || g.Step > MaxSteps:
		return invalidf("guess.step", "guess.step: %d is outside 1..%d", g.Step, MaxSteps)
	case !(math.Abs(g.Value) <= maxGuess): // nor NaN
		return invalidf("guess.value", "guess.value: %v is outside -1e9..1e9", g.Value)
	case g.Took < 0 || g.Took > MaxDuration:
		return invalidf("guess.took", "guess.took: %v is outside 0s..%v", g.Took, MaxDuration)
	}
	return nil
}

// guess reads an answer, nil if there is none.
func (t *table) guess() *Guess {
	g, ok := t.sub("guess")
	if !ok {
		return nil
	}
	g.only("step", "value", "took")
	guess := &Guess{Step: int(g.number("step", 0, 1, MaxSteps)), Took: g.duration("took", "0s", "3s")}
	switch v := g.values["value"].(type) {
	case int64:
		guess.Value = float64(v)
	case float64:
		guess.Value = v
	default:
		g.fail("value", "%s is not a number", shown(v))
	}
	t.err = g.err
	return guess
}

func (g *Guess) write(b *strings.Builder) {
	value := strconv.FormatFloat(g.Value, 'f', -1, 64)
	if !strings.Contains(value, ".") {
		value += ".0"
	}
	fmt.Fprintf(b, "guess = {step = %d, value = %s, took = %q}\n", g.Step, value, g.Took)
}
