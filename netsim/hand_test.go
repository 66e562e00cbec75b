package netsim

import (
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// passages sends datagrams of three flows, among them one beside the spine, and returns what the link decides.
func passages(t rapid.TB, s Settings, hold func(l *Link)) (all []passage) {
	l := mustLink(t, 5, 2, s)
	hold(l)
	for k := range 300 {
		all = append(all, l.pass(Time(k)*Time(3*time.Millisecond), []Flow{0, 7, Aside + 1}[k%3], 60+k))
	}
	return all
}

func TestAHandOnOneDatagramLeavesTheFatesOfAllOthers(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var s Settings
		if rapid.Bool().Draw(t, "rough") {
			s = Settings{Delay: 40 * time.Millisecond, Jitter: 20 * time.Millisecond, Loss: 0.1, LossBurst: 3, Duplicate: 0.2,
				Correlation: 0.5, Reorder: 0.1, ReorderGap: 4, Chain: LossChain{Begin: 0.1, End: 0.3, Bad: 0.5}}
		} else {
			s = Settings{Delay: 40 * time.Millisecond, Rate: 200_000, QueuePackets: 20, CoDel: true, Duplicate: 0.2}
		}
		k := rapid.IntRange(0, 299).Draw(t, "which")
		g := Grip{[]Flow{0, 7, Aside + 1}[k%3], uint64(k/3) + 1, rapid.Bool().Draw(t, "second")}
		touch := Touch{time.Duration(rapid.Int64Range(-int64(MaxMove), int64(MaxMove)).Draw(t, "by")), rapid.Bool().Draw(t, "lose")}
		without := passages(t, s, func(*Link) {})
		with := passages(t, s, func(l *Link) { l.Touch(g, touch) })
		for i := range with {
			a, b := with[i], without[i]
			if i == k {
				was, is := &b.verdict, &a.verdict
				if g.Second {
					was, is = &b.duplicate, &a.duplicate
				}
				if g.Second && !b.duplicated {
					continue // there is none
				}
				sent := Time(k) * Time(3*time.Millisecond)
				if want := max(was.due.Add(touch.By), sent); is.due != want {
					t.Fatalf("it is due at %v, want %v", is.due, want)
				}
				if want := was.cause; touch.Lose && want == NotLost {
					if is.cause != ByHand {
						t.Fatalf("it is lost by %q", is.cause)
					}
				} else if is.cause != want {
					t.Fatalf("it is lost by %q, want %q", is.cause, want)
				}
				*was, *is = verdict{}, verdict{}
			}
			if !reflect.DeepEqual(a, b) {
				t.Fatalf("datagram %d: %+v became %+v", i, b, a)
			}
		}
	})
}

func TestWhatIsDoneToADatagramTwiceAddsUp(t *testing.T) {
	t.Parallel()
	l := mustLink(t, 1, 1, Settings{Delay: 40 * time.Millisecond})
	l.Touch(Grip{Number: 1}, Touch{By: 30 * time.Millisecond})
	l.Touch(Grip{Number: 1}, Touch{By: -10 * time.Millisecond, Lose: true})
	l.Touch(Grip{Number: 1}, Touch{By: 5 * time.Millisecond})
	p := l.pass(0, 0, 10)
	if p.due != Time(65*time.Millisecond) || p.cause != ByHand || p.parts.Hand != 25*time.Millisecond {
		t.Errorf("%+v", p)
	}
	if l.Touch(Grip{Number: 1}, Touch{Lose: true}) {
		t.Error("a datagram that was sent can be touched")
	}
	if p := l.pass(0, 0, 10); p.due != Time(40*time.Millisecond) || p.cause != NotLost {
		t.Errorf("the next is touched too: %+v", p)
	}
}

func TestALinkThatKeepsTheOrderMakesOthersWaitForWhatIsMoved(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]Settings{"order": {Delay: 40 * time.Millisecond, InOrder: true}, "stream": {Delay: 40 * time.Millisecond, Stream: true}} {
		l := mustLink(t, 1, 1, s)
		l.Touch(Grip{Number: 1}, Touch{By: 100 * time.Millisecond})
		first, second := l.pass(0, 0, 10), l.pass(1, 0, 10)
		if first.due != Time(140*time.Millisecond) || second.due != first.due {
			t.Errorf("%s: due at %v and %v", name, time.Duration(first.due), time.Duration(second.due))
		}
	}
}

func TestAStreamSendsASegmentThatAHandHasLostAgain(t *testing.T) {
	t.Parallel()
	l := mustLink(t, 1, 1, Settings{Delay: 40 * time.Millisecond, Stream: true})
	l.Touch(Grip{Number: 1}, Touch{Lose: true})
	if p := l.pass(0, 0, 10); p.cause != NotLost || p.Tries != 2 {
		t.Errorf("%+v", p)
	}
}
