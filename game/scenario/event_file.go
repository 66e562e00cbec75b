package scenario

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"driftlab/game"
	"driftlab/netsim"
)

// eventKeys are those of every event.
var eventKeys = []string{"at", "caption", "asks", "set", "over", "join", "leave", "rejoin", "rebind", "restart", "player", "hold", "release", "push", "say", "bots", "move", "lose", "guess", "continues"}

// eventAt reads what an event does at an instant.
func (t *table) eventAt(at netsim.Time) Event {
	ev := Event{At: at}
	ev.Caption = t.words("caption")
	if ev.Asks = t.truth("asks"); ev.Asks && ev.Caption == "" {
		t.fail("asks", "there is no caption")
	}
	ev.Set = t.assignments()
	ev.Over = t.over()
	for _, w := range ev.whom() {
		*w.client = t.clients(w.key)
	}
	ev.Restart = t.truth("restart")
	_, hold := t.values["hold"]
	held, err := parseButtons("hold", t.text("hold"))
	if err != nil {
		t.fault("hold", err)
	}
	release := t.truth("release")
	_, player := t.values["player"]
	switch {
	case player && hold == release:
		t.fail("hold, release", "one of the two has to be done")
	case player:
		ev.Play = &Play{Player: int(t.number("player", 0, 0, MaxClients)), Held: held, Release: release}
	case hold || release:
		t.fail("hold, release", "there is no player")
	}
	if push, ok := t.sub("push"); ok {
		push.only("player", "x", "y")
		ev.Impulse = &Impulse{Player: push.player(), X: push.speed("x"), Y: push.speed("y")}
		t.err = push.err
	}
	if say, ok := t.sub("say"); ok {
		say.only("player", "text")
		ev.Say = &Say{Player: say.player(), Text: say.text("text")}
		t.err = say.err
	}
	if _, ok := t.values["bots"]; ok {
		if ev.Bots, err = parseBots(t.text("bots")); err != nil {
			t.fault("bots", err)
		}
	}
	t.held(&ev)
	ev.Guess = t.guess()
	ev.Continues = t.truth("continues")
	return ev
}

// player reads whose player it is, which has to be said.
func (t *table) player() int {
	if _, ok := t.values["player"]; !ok {
		t.fail("player", "is missing (0 is the host's, 1 is client 1's)")
	}
	return int(t.number("player", 0, 0, MaxClients))
}

// speed reads a speed in metres a second, 0 if there is none.
func (t *table) speed(key string) game.Speed {
	v, ok := t.values[key]
	if !ok {
		return 0
	}
	var metres float64
	switch n := v.(type) {
	case int64:
		metres = float64(n)
	case float64:
		metres = n
	default:
		t.fail(key, "%s is not a number (range %s..%s)", shown(v), speedText(-game.MaxImpulse), speedText(game.MaxImpulse))
		return 0
	}
	micrometres := metres * float64(game.MetreASecond)
	if !(math.Abs(micrometres) <= float64(game.MaxImpulse)) { // nor NaN
		t.fail(key, "%s is outside %s..%s", shown(v), speedText(-game.MaxImpulse), speedText(game.MaxImpulse))
		return 0
	}
	return game.Speed(math.Round(micrometres))
}

// clients reads a client or all of them, 0 if there is none.
func (t *table) clients(key string) int {
	v, ok := t.values[key]
	if !ok {
		return 0
	}
	if v == "all" {
		return AllClients
	}
	name, _ := v.(string)
	digits, ok := strings.CutPrefix(name, "client")
	n, err := strconv.Atoi(digits)
	if !ok || err != nil || n < 1 || n > MaxClients {
		t.fail(key, "%s is unknown (allowed: all, client1, client2, …)", shown(v))
	}
	return n
}

// buttonNames are the buttons as files write them.
var buttonNames = []struct {
	name   string
	button game.Buttons
}{{"left", game.Left}, {"right", game.Right}, {"jump", game.Jump}, {"fire", game.Fire}}

func parseButtons(key, text string) (held game.Buttons, err error) {
next:
	for _, word := range strings.Fields(text) {
		for _, b := range buttonNames {
			if b.name == word {
				held |= b.button
				continue next
			}
		}
		return 0, fmt.Errorf("%s: %q is unknown (allowed: left, right, jump, fire)", key, word)
	}
	return held, nil
}

func buttonText(held game.Buttons) string {
	var words []string
	for _, b := range buttonNames {
		if held&b.button != 0 {
			words = append(words, b.name)
		}
	}
	return strings.Join(words, " ")
}

func (ev *Event) write(b *strings.Builder) {
	fmt.Fprintf(b, "\n[[event]]\nat = %q\n", time.Duration(ev.At))
	if ev.Caption != "" {
		fmt.Fprintf(b, "caption = %s\n", quote(ev.Caption))
	}
	if ev.Asks {
		b.WriteString("asks = true\n")
	}
	if ev.Continues {
		b.WriteString("continues = true\n")
	}
	if ev.Over > 0 {
		fmt.Fprintf(b, "over = %q\n", ev.Over)
	}
	for _, w := range ev.whom() {
		switch client := *w.client; {
		case client == AllClients:
			fmt.Fprintf(b, "%s = \"all\"\n", w.key)
		case client > 0:
			fmt.Fprintf(b, "%s = \"client%d\"\n", w.key, client)
		}
	}
	if ev.Restart {
		b.WriteString("restart = true\n")
	}
	if p := ev.Play; p != nil {
		fmt.Fprintf(b, "player = %d\n", p.Player)
		if p.Release {
			b.WriteString("release = true\n")
		} else {
			fmt.Fprintf(b, "hold = %q\n", buttonText(p.Held))
		}
	}
	if p := ev.Impulse; p != nil {
		fmt.Fprintf(b, "push = {player = %d, x = %s, y = %s}\n", p.Player, speedText(p.X), speedText(p.Y))
	}
	if y := ev.Say; y != nil {
		fmt.Fprintf(b, "say = {player = %d, text = %s}\n", y.Player, quote(y.Text))
	}
	if ev.Bots != nil {
		fmt.Fprintf(b, "bots = %q\n", ev.Bots)
	}
	if m := ev.Move; m != nil {
		fmt.Fprintf(b, "move = {%s, by = %q}\n", m.fields(), m.By)
	}
	if d := ev.Lose; d != nil {
		fmt.Fprintf(b, "lose = {%s}\n", d.fields())
	}
	if ev.Guess != nil {
		ev.Guess.write(b)
	}
	if len(ev.Set) > 0 {
		b.WriteString("[event.set]\n")
		writeAssignments(b, ev.Set)
	}
}

// speedText writes a speed in metres a second.
func speedText(v game.Speed) string {
	return strconv.FormatFloat(float64(v)/float64(game.MetreASecond), 'f', -1, 64)
}

// Lines says in words what an event does, one thing a line.
func (ev *Event) Lines() (lines []string) {
	if ev.Caption != "" {
		lines = append(lines, ev.Caption)
	}
	for _, a := range ev.Set {
		line := a.String()
		if ev.Over > 0 {
			line += fmt.Sprintf(" over %v", ev.Over)
		}
		lines = append(lines, line)
	}
	if ev.Join != 0 {
		lines = append(lines, clientText(ev.Join)+" joins")
	}
	if ev.Leave != 0 {
		lines = append(lines, clientText(ev.Leave)+" leaves")
	}
	if ev.Rejoin != 0 {
		lines = append(lines, clientText(ev.Rejoin)+" rejoins")
	}
	if ev.Rebind != 0 {
		lines = append(lines, clientText(ev.Rebind)+" gets a new address")
	}
	if ev.Restart {
		lines = append(lines, "the host restarts")
	}
	if p := ev.Play; p != nil {
		hand := "goes back to its bot"
		if !p.Release {
			hand = "holds " + cmp.Or(buttonText(p.Held), "nothing")
		}
		lines = append(lines, fmt.Sprintf("player %d %s", p.Player, hand))
	}
	if p := ev.Impulse; p != nil {
		lines = append(lines, fmt.Sprintf("player %d is pushed by %s, %s m/s", p.Player, speedText(p.X), speedText(p.Y)))
	}
	if y := ev.Say; y != nil {
		lines = append(lines, fmt.Sprintf("player %d says %q", y.Player, y.Text))
	}
	if ev.Bots != nil {
		lines = append(lines, "bots press "+cmp.Or(ev.Bots.String(), "nothing else"))
	}
	if m := ev.Move; m != nil {
		way := "later"
		if m.By < 0 {
			way = "earlier"
		}
		lines = append(lines, fmt.Sprintf("%v arrives %v %s", &m.Datagram, m.By.Abs(), way))
	}
	if ev.Lose != nil {
		lines = append(lines, fmt.Sprintf("%v is lost", ev.Lose))
	}
	if g := ev.Guess; g != nil {
		lines = append(lines, fmt.Sprintf("the question of step %d is answered: %v", g.Step, g.Value))
	}
	return lines
}

func clientText(client int) string {
	if client == AllClients {
		return "every client"
	}
	return fmt.Sprintf("client%d", client)
}
