package game

import (
	"fmt"
	"time"
	"unicode"
	"unicode/utf8"

	"driftlab/netsync"
	"driftlab/netsync/unity"
)

// MaxChat is the longest chat line in bytes.
const MaxChat = 100

// A ChatLine is what someone has said, stamped with the sender's predicted time (MLAPI, "Predicted
// Time", has it for its example).
type ChatLine struct {
	From    uint8
	Text    string
	Said    unity.NetworkTime // the sender's predicted time
	Arrived netsync.World     // the receiver's clock
	// Late is how long after Said it arrived. Predicted time is ahead by the way to the host, so that on
	// the host a line comes before its time.
	Late time.Duration
}

// CheckChat says what is wrong with the text of a line.
func CheckChat(text string) error {
	if len(text) < 1 || len(text) > MaxChat {
		return fmt.Errorf("%d bytes is outside 1..%d", len(text), MaxChat)
	}
	if !utf8.ValidString(text) {
		return fmt.Errorf("%q is not UTF-8", text)
	}
	for _, r := range text {
		// Besides controls (Cc) the characters of layout (Cf) are refused: they turn the text around or hide it.
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == '\u2028' || r == '\u2029' {
			return fmt.Errorf("%q has the control character %U", text, r)
		}
	}
	return nil
}

// chatWaiting is how many of its lines a client keeps at most until the host has them.
const chatWaiting = 8

// Say says a line to all, stamped with the predicted time at now, or with 0 where the client's clock has
// not got to the start yet: its stamp has to be one that the host takes.
func (c *Client) Say(now netsync.Local, text string) error {
	if err := CheckChat(text); err != nil {
		return fmt.Errorf("chat: %w", err)
	}
	m := c.at(now)
	if !m.OK {
		return fmt.Errorf("chat: client %d is not synchronised yet", c.cfg.ID)
	}
	if c.reliable.lines() >= chatWaiting {
		return fmt.Errorf("chat: %d lines are waiting for the host already", chatWaiting)
	}
	if !c.reliable.add(reliableMessage{kind: reliableChat, said: max(m.Predicted.World(), 0), text: text}) {
		return fmt.Errorf("chat: %d claims are waiting for the host already", len(c.reliable.ring))
	}
	return nil
}

// Say says a line to all from the host's player.
func (h *Host) Say(now netsync.Local, text string) error {
	if err := CheckChat(text); err != nil {
		return fmt.Errorf("chat: %w", err)
	}
	h.hear(now, 0, reliableMessage{kind: reliableChat, said: h.World(now), text: text})
	return nil
}

// maxForesight is how far ahead of the host a line's time can be; one further ahead is dropped.
const maxForesight = 10 * time.Second

// hear passes a line on to all.
func (h *Host) hear(now netsync.Local, from int, x reliableMessage) {
	arrived := h.World(now)
	if x.said > arrived.Add(maxForesight) {
		h.peers[from].chat.Misdated++
		return
	}
	h.peers[from].chat.Lines++
	h.lines.add(newChatLine(h.cfg.Rate, uint8(from), x.text, x.said, arrived))
	h.events.add(worldEvent{kind: eventChat, from: uint8(from), said: x.said, text: x.text})
}

func newChatLine(rate int, from uint8, text string, said, arrived netsync.World) ChatLine {
	return ChatLine{From: from, Text: text, Said: unity.NetworkTimeAt(rate, said), Arrived: arrived, Late: arrived.Sub(said)}
}

// ChatStats counts a client's chat lines on the host.
type ChatStats struct {
	Lines     uint64 // passed on
	Misdated  uint64 // dropped: from too far in the future
	Throttled uint64 // put off: too many at once
}

// chatAllowance is how fast the host takes one client's lines, so that nobody can flood the log of events.
type chatAllowance struct {
	ChatStats
	spent int           // of chatBurst
	since netsync.Local // when the allowance last grew
}

const (
	chatBurst    = 16
	chatInterval = 250 * time.Millisecond // one line more
)

// spend takes a line's worth; it says whether there was one left.
func (a *chatAllowance) spend(now netsync.Local) bool {
	grown := now.Sub(a.since) / chatInterval
	if grown < 0 || int64(grown) >= int64(a.spent) {
		a.spent, a.since = 0, now
	} else {
		a.spent -= int(grown)
		a.since = a.since.Add(grown * chatInterval)
	}
	if a.spent >= chatBurst {
		a.Throttled++
		return false
	}
	a.spent++
	return true
}

// Chat appends the latest lines to dst, oldest first.
func (c *Client) Chat(dst []ChatLine) []ChatLine { return c.lines.since(0, dst) }

// Chat appends the latest lines to dst, oldest first.
func (h *Host) Chat(dst []ChatLine) []ChatLine { return h.lines.since(0, dst) }
