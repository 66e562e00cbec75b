package scenario

import (
	"fmt"
	"strconv"
	"strings"

	"driftlab/game"
)

// Bots has bots play what those of another world beside this one press, tick for tick, until the next such event or for half
// a second: after that they go by themselves.
type Bots struct {
	Presses []game.Press // by tick; at most maxPresses
}

// maxPresses is how many presses an event may have: 64 bots that press something else in each of 60 ticks.
const maxPresses = 4096

// String writes the presses as files have them: player, tick and buttons of each.
func (b *Bots) String() string {
	var text strings.Builder
	for i, p := range b.Presses {
		if i > 0 {
			text.WriteString(", ")
		}
		fmt.Fprintf(&text, "%d %d", p.Player, p.Tick)
		if p.Held != 0 {
			text.WriteString(" " + buttonText(p.Held))
		}
	}
	return text.String()
}

// parseBots reads what [Bots.String] has written.
func parseBots(text string) (*Bots, error) {
	b := new(Bots)
	if text == "" {
		return b, nil
	}
	parts := strings.Split(text, ",")
	if len(parts) > maxPresses {
		return nil, fmt.Errorf("bots: %d presses is outside 0..%d", len(parts), maxPresses)
	}
	for _, part := range parts {
		words := strings.Fields(part)
		if len(words) < 2 {
			return nil, fmt.Errorf("bots: %q is not a player, a tick and buttons", shortened(part))
		}
		player, err := strconv.Atoi(words[0])
		if err != nil || player < 0 || player > MaxClients {
			return nil, fmt.Errorf("bots: player %q is outside 0..%d", shortened(words[0]), MaxClients)
		}
		tick, err := strconv.ParseInt(words[1], 10, 64)
		if err != nil || tick < 0 || tick > maxNumber {
			return nil, fmt.Errorf("bots: tick %q is outside 0..%d", shortened(words[1]), int64(maxNumber))
		}
		held, err := parseButtons("bots", strings.Join(words[2:], " "))
		if err != nil {
			return nil, err
		}
		b.Presses = append(b.Presses, game.Press{Player: player, Tick: tick, Held: held})
	}
	return b, nil
}

func (b *Bots) validate(clients int) error {
	if n := len(b.Presses); n > maxPresses {
		return invalidf("bots", "bots: %d presses is outside 0..%d", n, maxPresses)
	}
	for _, p := range b.Presses {
		if p.Player < 0 || p.Player > clients {
			return invalidf("bots", "bots: player %d is outside 0..%d", p.Player, clients)
		}
		if p.Tick < 0 || p.Tick > maxNumber {
			return invalidf("bots", "bots: tick %d is outside 0..%d", p.Tick, int64(maxNumber))
		}
	}
	return nil
}

// Of returns the part about the host's player and those of the first clients.
func (b *Bots) Of(clients int) *Bots {
	kept := new(Bots)
	for _, p := range b.Presses {
		if p.Player <= clients {
			kept.Presses = append(kept.Presses, p)
		}
	}
	return kept
}
