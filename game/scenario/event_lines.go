package scenario

import (
	"cmp"
	"fmt"
)

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
