package ui

import (
	"fmt"
	"strings"

	"driftlab/game"
	"driftlab/session"
	"driftlab/ui/words"
)

// mostSettings is how many settings of one event are written out.
const mostSettings = 3

// eventText says in a line what an event does; blind leaves out the values, and what the caption tells.
func eventText(ev *session.Event, blind bool) string {
	var parts []string
	for i, a := range ev.Set {
		if i == mostSettings && len(ev.Set) > mostSettings+1 {
			parts = append(parts, words.F("event.more", len(ev.Set)-i))
			break
		}
		if blind {
			parts = append(parts, a.Name())
		} else {
			parts = append(parts, a.Name()+" = "+a.ValueText())
		}
	}
	for _, w := range []struct {
		client int
		all    string
		one    string
	}{
		{ev.Join, words.T("event.join-all"), words.T("event.join")},
		{ev.Leave, words.T("event.leave-all"), words.T("event.leave")},
		{ev.Rejoin, words.T("event.rejoin-all"), words.T("event.rejoin")},
		{ev.Rebind, words.T("event.rebind-all"), words.T("event.rebind")},
	} {
		switch {
		case w.client == session.AllClients:
			parts = append(parts, w.all)
		case w.client != 0:
			parts = append(parts, fmt.Sprintf(w.one, w.client))
		}
	}
	parts = append(parts, playerTexts(ev)...)
	if len(parts) == 0 && !blind {
		return ev.Caption
	}
	return strings.Join(parts, ", ")
}

// playerTexts says what an event has players do.
func playerTexts(ev *session.Event) (parts []string) {
	if p := ev.Play; p != nil {
		who := playerName(p.Player)
		switch held := heldText(p.Held); {
		case p.Release:
			parts = append(parts, words.F("event.release", who))
		case held == "":
			parts = append(parts, words.F("event.take", who))
		default:
			parts = append(parts, words.F("event.hold", who, held))
		}
	}
	if p := ev.Impulse; p != nil {
		parts = append(parts, words.F("event.push", playerName(p.Player)))
	}
	if y := ev.Say; y != nil {
		parts = append(parts, words.F("event.say", playerName(y.Player), y.Text))
	}
	return parts
}

func playerName(player int) string {
	if player == 0 {
		return words.T("event.host")
	}
	return words.F("event.client", player)
}

func heldText(held game.Buttons) string {
	var parts []string
	for _, b := range []struct {
		button game.Buttons
		name   string
	}{{game.Left, words.T("event.left")}, {game.Right, words.T("event.right")}, {game.Jump, words.T("event.jump")}, {game.Fire, words.T("event.fire")}} {
		if held&b.button != 0 {
			parts = append(parts, b.name)
		}
	}
	return strings.Join(parts, " + ")
}
