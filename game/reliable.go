package game

import (
	"fmt"
	"time"
	"unicode"
	"unicode/utf8"

	"driftlab/netsync"
	"driftlab/netsync/unity"
)

// A reliableMessage is a message from a client that the host must get once and in order.
type reliableMessage struct {
	kind  reliableKind
	claim claim
	said  netsync.World // of a chat line, the sender's predicted time
	text  string
}

type reliableKind uint8

const (
	reliableClaim reliableKind = iota + 1
	reliableChat
)

// A reliableChannel is the client's side: what the host has not acknowledged yet.
type reliableChannel struct {
	ring  [32]reliableMessage
	first uint32 // oldest that is not acknowledged
	next  uint32
	sent  uint32        // those up to here have been sent at least once
	again netsync.Local // when to repeat them
}

// add queues a message; it says whether there was room.
func (t *reliableChannel) add(x reliableMessage) bool {
	if t.next-t.first == uint32(len(t.ring)) {
		return false
	}
	t.ring[t.next%uint32(len(t.ring))] = x
	t.next++
	return true
}

// lines returns how many chat lines are waiting.
func (t *reliableChannel) lines() (n int) {
	for seq := t.first; seq != t.next; seq++ {
		if t.ring[seq%uint32(len(t.ring))].kind == reliableChat {
			n++
		}
	}
	return n
}

// sendReliable sends new messages at once, and after a while repeats all that are unacknowledged.
func (c *Client) sendReliable(now netsync.Local) {
	t := &c.reliable
	wait := t.again.Sub(now)
	if t.first == t.next || t.sent == t.next && wait > 0 && wait <= maxResend {
		return
	}
	t.sent, t.again = t.next, now.Add(min(max(resendAfter, c.rtt.smooth*5/4), maxResend))
	for seq := t.first; seq != t.next; {
		b := c.begin(now, KindReliable)
		start := len(b) - gameHeader
		b = appendU32(b, seq)
		for seq != t.next && len(b)-start+t.ring[seq%uint32(len(t.ring))].size() <= MaxDatagram {
			b = t.ring[seq%uint32(len(t.ring))].append(b)
			seq++
		}
		c.Outbox.finish(0, b)
	}
}

// receiveReliableAck takes the host's acknowledgement.
func (c *Client) receiveReliableAck(now netsync.Local, head header, body []byte) error {
	r := reader{message: "heard", b: body}
	next := r.u32("next")
	if err := r.end(); err != nil {
		return err
	}
	t := &c.reliable
	if int32(t.next-next) < 0 {
		return refuse(Future, "heard: next: %d is outside 0..%d", next, t.next)
	}
	c.Clocks.observeStamp(now, c.came, head.stamp)
	for int32(next-t.first) > 0 {
		t.ring[t.first%uint32(len(t.ring))] = reliableMessage{}
		t.first++
	}
	return nil
}

// receiveReliable takes a client's reliable messages, each once and in order, and acknowledges them.
func (h *Host) receiveReliable(now netsync.Local, id int, head header, body []byte) error {
	check := reader{message: "tell", b: body}
	first := check.u32("first")
	for len(check.b) > 0 && check.err == nil {
		check.reliable()
	}
	if err := check.end(); err != nil {
		return err
	}
	p := &h.peers[id]
	if int32(first-p.reliable) > 0 {
		return refuse(Future, "tell: first: %d is outside 0..%d", first, p.reliable)
	}
	p.clocks.Datagram(head.stamp, Server(h.came), h.span)
	r := reader{message: "tell", b: body[4:]}
	for seq := first; len(r.b) > 0; seq++ {
		x := r.reliable()
		if seq != p.reliable {
			continue
		}
		if x.kind == reliableChat && !p.chat.spend(now) {
			break // the client will repeat it
		}
		p.reliable++
		if x.kind == reliableClaim {
			h.claimHit(id, x.claim)
		} else {
			h.hear(now, id, x)
		}
	}
	h.Outbox.finish(id, appendU32(h.begin(now, id, KindReliableAck), p.reliable))
	return nil
}

// text reads a chat line: its length, then its bytes.
func (r *reader) text() string {
	n := int(r.u8("text length"))
	r.within(int64(n), 1, MaxChat, "text length")
	if len(r.b) < n {
		r.short("text", n)
		return ""
	}
	if r.err != nil {
		return ""
	}
	text := string(r.b[:n])
	r.b = r.b[n:]
	if err := CheckChat(text); err != nil {
		r.fail("text: %v", err)
	}
	return text
}

func appendText(b []byte, text string) []byte { return append(append(b, byte(len(text))), text...) }

// said reads when a chat line was said. There are no ticks before 0.
func (r *reader) said() netsync.World {
	v := r.clock("said")
	r.within(v, 0, maxClock, "said")
	return netsync.World(v)
}

// size returns a message's bytes on the wire.
func (m reliableMessage) size() int {
	if m.kind == reliableClaim {
		return 1 + 4 + 1 + hitViewSize
	}
	return 1 + 8 + 1 + len(m.text)
}

func (m reliableMessage) append(b []byte) []byte {
	b = append(b, byte(m.kind))
	if m.kind == reliableClaim {
		b = append(appendU32(b, m.claim.shot), m.claim.victim)
		return m.claim.view.append(b)
	}
	return appendText(appendI64(b, int64(m.said)), m.text)
}

func (r *reader) reliable() (m reliableMessage) {
	m.kind = reliableKind(r.u8("tell"))
	r.within(int64(m.kind), int64(reliableClaim), int64(reliableChat), "tell")
	if m.kind == reliableClaim {
		m.claim.shot = r.shotID()
		m.claim.victim = r.player("victim")
		m.claim.view = r.hitView()
		return m
	}
	m.said = r.said()
	m.text = r.text()
	return m
}

// MaxChat is the longest chat line in bytes.
const MaxChat = 100

// A ChatLine is a chat message, stamped with the sender's predicted time (the example of MLAPI, "Predicted Time").
type ChatLine struct {
	From    uint8
	Text    string
	Said    unity.NetworkTime // the sender's predicted time
	Arrived netsync.World     // the receiver's clock
	// Late is how long after Said it arrived. Predicted time is ahead of the host by the uplink's delay, so the host gets a line
	// before its time.
	Late time.Duration
}

// A chatLog keeps the latest lines that a machine has heard.
type chatLog struct{ lines ring[ChatLine] }

// Chat appends the latest lines to dst, oldest first.
func (l *chatLog) Chat(dst []ChatLine) []ChatLine { return l.lines.since(0, dst) }

// CheckChat says what is wrong with the text of a line.
func CheckChat(text string) error {
	if len(text) < 1 || len(text) > MaxChat {
		return fmt.Errorf("%d bytes is outside 1..%d", len(text), MaxChat)
	}
	if !utf8.ValidString(text) {
		return fmt.Errorf("%q is not UTF-8", text)
	}
	for _, r := range text {
		// Besides control characters (Cc), format characters (Cf) are refused: they can reverse or hide text.
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == '\u2028' || r == '\u2029' {
			return fmt.Errorf("%q has the control character %U", text, r)
		}
	}
	return nil
}

// chatWaiting is how many unacknowledged lines a client keeps at most.
const chatWaiting = 8

// Say sends a line to all, stamped with the predicted time at now, or with 0 if that is before the start: the host refuses
// negative stamps.
func (c *Client) Say(now netsync.Local, text string) error {
	if err := CheckChat(text); err != nil {
		return fmt.Errorf("chat: %w", err)
	}
	m := c.Moment(now)
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

// Say sends a line to all from the host's player.
func (h *Host) Say(now netsync.Local, text string) error {
	if err := CheckChat(text); err != nil {
		return fmt.Errorf("chat: %w", err)
	}
	h.hear(now, 0, reliableMessage{kind: reliableChat, said: h.World(now), text: text})
	return nil
}

// maxForesight is how far ahead of the host a line's time may be; lines further ahead are dropped.
const maxForesight = 10 * time.Second

// hear forwards a line to all.
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
	Lines     uint64 // forwarded to all
	Misdated  uint64 // dropped: from too far in the future
	Throttled uint64 // delayed: too many at once
}

// chatAllowance limits one client's chat lines, so that nobody can flood the log of events.
type chatAllowance struct {
	ChatStats
	spent int           // of chatBurst
	since netsync.Local // when the allowance last grew
}

const (
	chatBurst    = 16
	chatInterval = 250 * time.Millisecond // one line more
)

// spend takes a line off the allowance; it says whether there was one left.
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
