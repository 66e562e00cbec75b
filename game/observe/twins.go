package observe

import (
	"time"

	"driftlab/game"
	"driftlab/netsim"
)

// An Exchange is the four time stamps of a question and its answer, as NTP names them (RFC 5905, section
// 8): T1 and T4 by the client's own clock, T2 and T3 by the host's. They are all that client and host
// can know of the way between them.
type Exchange struct {
	Stamps [4]int64    // ns
	Sent   netsim.Time // when the question was sent, which none of the two can know
}

// Exchanges appends the exchanges of a client whose question was sent in from..to to dst, in the order of
// their questions. Lost and unfinished ones are left out.
func (t *Tape) Exchanges(client int, from, to netsim.Time, dst []Exchange) []Exchange {
	first, end := t.Packets(from, to)
	for n := first; n < end; n++ {
		ask := t.At(n)
		if int(ask.From) != client || ask.Sent < from || !ask.Arrived || ask.Answer == 0 {
			continue
		}
		answer := t.Find(ask.Answer)
		if answer == nil || answer.Kind != uint8(game.KindAnswer) || !answer.Arrived {
			continue
		}
		dst = append(dst, Exchange{[4]int64{int64(ask.Left), int64(ask.Came), int64(answer.Left), int64(answer.Came)}, ask.Sent})
	}
	return dst
}

// Twins tell how alike two worlds look to those who are in them.
type Twins struct {
	Compared int // exchanges
	Equal    int // of those, with four equal stamps
	Run      int // the latest of them, one after the other, that are equal
	// First is the first that differs; meaningful if Equal < Compared.
	First Mismatch
}

// A Mismatch is a time stamp that two worlds do not have alike.
type Mismatch struct {
	Stamp int           // 1..4
	Sent  netsim.Time   // of the question, in the first world
	A, B  time.Duration // what the clock read
}

// Compare compares the exchanges of two worlds. Two belong together if they have the same T1, or, where
// none has it, if they are next in line: then T1 differs. What one of the worlds has from before the
// other's begin or does not have yet is left out.
func Compare(a, b []Exchange) (t Twins) {
	if len(a) == 0 || len(b) == 0 {
		return t
	}
	begin := max(a[0].Stamps[0], b[0].Stamps[0])
	a, b = since(a, begin), since(b, begin)
	for len(a) > 0 && len(b) > 0 {
		x, y := a[0], b[0]
		switch {
		case x.Stamps[0] < y.Stamps[0]:
			a = a[1:]
		case x.Stamps[0] > y.Stamps[0]:
			b = b[1:]
		default:
			a, b = a[1:], b[1:]
		}
		t.count(x, y)
	}
	return t
}

// since drops what was asked before.
func since(all []Exchange, t1 int64) []Exchange {
	for len(all) > 0 && all[0].Stamps[0] < t1 {
		all = all[1:]
	}
	return all
}

// count takes two exchanges that belong together.
func (t *Twins) count(x, y Exchange) {
	t.Compared++
	for i := range x.Stamps {
		if x.Stamps[i] != y.Stamps[i] {
			if t.Equal == t.Compared-1 {
				t.First = Mismatch{i + 1, x.Sent, time.Duration(x.Stamps[i]), time.Duration(y.Stamps[i])}
			}
			t.Run = 0
			return
		}
	}
	t.Equal++
	t.Run++
}
