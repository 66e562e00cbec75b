package panel

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"driftlab/game"
	"driftlab/game/scenario"
	"driftlab/ui/words"
)

// mostSettings is how many settings of one event are written out.
const mostSettings = 3

// EventText returns in a line what an event does. blind leaves out the values, and what the caption says.
func EventText(lang *words.Language, ev *scenario.Event, blind bool) string {
	var parts []string
	for i, a := range ev.Set {
		if i == mostSettings && len(ev.Set) > mostSettings+1 {
			parts = append(parts, lang.F("event.more", len(ev.Set)-i))
			break
		}
		text := SettingName(lang, a.Key().Name)
		if a.Client > 0 {
			text = lang.F("event.of-client", a.Client, text)
		}
		if !blind {
			text += " " + SettingValue(lang, a.Key().Name, a.ValueText())
		}
		parts = append(parts, text)
	}
	if ev.Over > 0 && len(parts) > 0 {
		parts[len(parts)-1] += " " + lang.F("event.over", lang.Decimal(strconv.FormatFloat(ev.Over.Seconds(), 'f', -1, 64)))
	}
	for _, w := range []struct {
		client int
		all    string
		one    string
	}{
		{ev.Join, lang.T("event.join-all"), lang.T("event.join")},
		{ev.Leave, lang.T("event.leave-all"), lang.T("event.leave")},
		{ev.Rejoin, lang.T("event.rejoin-all"), lang.T("event.rejoin")},
		{ev.Rebind, lang.T("event.rebind-all"), lang.T("event.rebind")},
	} {
		switch {
		case w.client == scenario.AllClients:
			parts = append(parts, w.all)
		case w.client != 0:
			parts = append(parts, fmt.Sprintf(w.one, w.client))
		}
	}
	if ev.Restart {
		parts = append(parts, lang.T("event.restart"))
	}
	parts = append(parts, playerTexts(lang, ev)...)
	parts = append(parts, packetTexts(lang, ev)...)
	if g := ev.Guess; g != nil {
		parts = append(parts, lang.F("event.guess", g.Step))
	}
	if len(parts) == 0 && !blind {
		return ev.Caption
	}
	return strings.Join(parts, ", ")
}

// A Change is an event that a client's clocks may notice: of a setting, of their link, or a client that joins or leaves.
type Change struct{ scenario.Event }

// Changes returns those of a log after its start, in the order of time.
func Changes(log *scenario.Scenario, client int) (all []Change) {
	concerns := func(of int) bool { return of != 0 && scenario.Includes(of, client) }
	for _, ev := range log.Events {
		set := slices.ContainsFunc(ev.Set, func(a scenario.Assignment) bool { return a.Client == 0 || a.Client == client })
		if ev.At > 0 && !ev.Continues && (set || ev.Restart || concerns(ev.Join) || concerns(ev.Leave) || concerns(ev.Rejoin) || concerns(ev.Rebind)) {
			all = append(all, Change{ev})
		}
	}
	return all
}

// playerTexts returns what players do in an event.
func playerTexts(lang *words.Language, ev *scenario.Event) (parts []string) {
	if p := ev.Play; p != nil {
		who := playerName(lang, p.Player)
		switch held := heldText(lang, p.Held); {
		case p.Release:
			parts = append(parts, lang.F("event.release", who))
		case held == "":
			parts = append(parts, lang.F("event.take", who))
		default:
			parts = append(parts, lang.F("event.hold", who, held))
		}
	}
	if p := ev.Impulse; p != nil {
		parts = append(parts, lang.F("event.push", playerName(lang, p.Player)))
	}
	if y := ev.Say; y != nil {
		parts = append(parts, lang.F("event.say", playerName(lang, y.Player), y.Text))
	}
	return parts
}

// packetTexts says what an event does to single datagrams.
func packetTexts(lang *words.Language, ev *scenario.Event) (parts []string) {
	if m := ev.Move; m != nil {
		what, by := DatagramName(lang, &m.Datagram), MSText(lang, m.By.Abs())
		if m.By < 0 {
			parts = append(parts, lang.F("event.earlier", what, by))
		} else {
			parts = append(parts, lang.F("event.later", what, by))
		}
	}
	if ev.Lose != nil {
		parts = append(parts, lang.F("event.lose", DatagramName(lang, ev.Lose)))
	}
	return parts
}

// DatagramName names a datagram as a person would: its kind or clock, and which of its flow it is.
func DatagramName(lang *words.Language, d *scenario.Datagram) string {
	name := lang.T("spacetime.kind-" + d.Kind.String())
	if d.Clock != "" {
		name = lang.F("event.of-clock", AlgorithmTitle(lang, d.Clock))
	}
	if d.Way == scenario.Down {
		return lang.F("event.datagram-down", name, d.Number, d.Client)
	}
	return lang.F("event.datagram-up", name, d.Number, d.Client)
}

func playerName(lang *words.Language, player int) string {
	if player == 0 {
		return lang.T("event.host")
	}
	return lang.F("event.client", player)
}

func heldText(lang *words.Language, held game.Buttons) string {
	var parts []string
	for _, b := range []struct {
		button game.Buttons
		name   string
	}{{game.Left, lang.T("event.left")}, {game.Right, lang.T("event.right")}, {game.Jump, lang.T("event.jump")}, {game.Fire, lang.T("event.fire")}} {
		if held&b.button != 0 {
			parts = append(parts, b.name)
		}
	}
	return strings.Join(parts, " + ")
}
