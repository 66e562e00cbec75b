package midline

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"driftlab/internal/testkit"
	"driftlab/netsync"
	"driftlab/netsync/internal/clocktest"
)

// A talk is a client and a host that send each other a datagram every 50 ms, over 20 ms each way and up to 4 ms of jitter. The client's clock
// gains 40 ppm; the host's is ahead of true time by some.
type talk struct {
	client *Client
	host   *Host[string]
	r      *rand.Rand
	now    time.Duration // true time
	ahead  time.Duration
	mute   bool          // nothing arrives
	queue  time.Duration // that datagrams to the host wait in

	set, grain, wraps time.Duration // of the client's clock
	either            bool          // it rounds up or down

	flying []flight
	log    []string // where it is asked for, all that the two have been told and have said
	logs   bool
}

type flight struct {
	at   time.Duration
	up   bool
	data string
}

func newTalk() *talk {
	return &talk{client: clocktest.Made(NewClient(DefaultConfig())), host: clocktest.Made(NewHost[string](1, 4)), r: rand.New(rand.NewPCG(1, 35)),
		ahead: 100 * time.Second}
}

func (k *talk) local() Local {
	reads := 7*time.Second + k.now + k.now*40/1_000_000 + k.set
	if k.grain > 0 {
		tick := reads / k.grain
		if k.either && reads%k.grain > k.grain*(tick*7919%97)/97 { // each grain has a threshold of its own
			tick++
		}
		reads = tick * k.grain
	}
	if k.wraps > 0 {
		reads %= k.wraps
	}
	return Local(reads)
}
func (k *talk) server() Server { return Server(k.now + k.ahead) }

func (k *talk) note(format string, a ...any) {
	if k.logs {
		k.log = append(k.log, fmt.Sprintf(format, a...))
	}
}

func (k *talk) send(up bool, head []byte) {
	at := k.now + 20*time.Millisecond + time.Duration(k.r.IntN(int(4*time.Millisecond)))
	if up {
		at += k.queue
	}
	if !k.mute {
		k.flying = append(k.flying, flight{at, up, string(head)})
	}
}

// run lets some time pass.
func (k *talk) run(t testing.TB, d time.Duration) {
	t.Helper()
	for end := k.now + d; k.now < end; k.now += 5 * time.Millisecond {
		if k.now%(50*time.Millisecond) == 0 {
			head, due := k.client.Packet(k.local())
			k.note("client packet now=%d -> due=%d %x", k.local(), due, head)
			k.send(true, head)
		}
		if k.now%(50*time.Millisecond) == 25*time.Millisecond {
			head := k.host.Packet("a", k.server())
			k.note("host packet now=%d -> %x", k.server(), head)
			k.send(false, head)
		}
		kept := k.flying[:0]
		for _, f := range k.flying {
			var err error
			switch {
			case f.at > k.now:
				kept = append(kept, f)
			case f.up:
				k.note("host received now=%d before=%d %x", k.server(), 5*time.Millisecond, f.data)
				_, err = k.host.Received("a", []byte(f.data), k.server(), 5*time.Millisecond)
			default:
				k.note("client received now=%d before=%d %x", k.local(), 5*time.Millisecond, f.data)
				_, err = k.client.Received([]byte(f.data), k.local(), 5*time.Millisecond)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		k.flying = kept
		if k.now%(250*time.Millisecond) == 0 {
			r := k.client.Now(k.local())
			k.note("client now=%d -> known=%t time=%d unknowable=%d unsettled=%d event=%q since=%d step=%d host=%d", k.local(), r.Known, r.Time, r.Unknowable, r.Unsettled, r.Event, r.Since,
				r.Step, r.Host)
			k.note("%s", k.client.statusLine(k.local()))
		}
	}
}

// off returns how far the client's time is off.
func (k *talk) off() time.Duration { return k.client.Now(k.local()).Time.Sub(k.server()).Abs() }

func TestAClientSaysWhatBecomesOfItsTime(t *testing.T) {
	t.Parallel()
	k := newTalk()
	if r := k.client.Now(k.local()); r.Known || r.Event != Joining {
		t.Errorf("before anything came: %+v", r)
	}
	state := func(what string, want Event, host uint32) Reading {
		t.Helper()
		r := k.client.Now(k.local())
		if !r.Known || r.Event != want || r.Host != host || k.off() > r.Uncertainty || k.off() > 3*time.Millisecond {
			t.Errorf("%s: off by %v, %+v", what, k.off(), r)
		}
		return r
	}
	k.run(t, 20*time.Second)
	if r := state("after 20 s", Synchronised, 1); r.Since > netsync.Local(9*time.Second) {
		// In its first second it may be set by more than half a millisecond.
		t.Errorf("it was synchronised at %v", time.Duration(r.Since))
	}

	k.ahead -= 200 * time.Second // by a host that does not say so
	k.run(t, 3*time.Second)
	if r := state("the host's clock was set", Stepped, 1); (r.Step + 200*time.Second).Abs() > 5*time.Millisecond {
		t.Errorf("a step of %v", r.Step)
	}

	k.run(t, 20*time.Second)
	k.host, k.ahead = clocktest.Made(NewHost[string](2, 4)), k.ahead+30*time.Second
	k.run(t, 3*time.Second)
	if r := state("another host", OtherHost, 2); (r.Step - 30*time.Second).Abs() > 5*time.Millisecond {
		t.Errorf("a step of %v", r.Step)
	}

	k.mute = true
	k.run(t, 6*time.Second)
	lost := state("nothing comes", Lost, 2)
	k.mute = false
	k.run(t, 100*time.Millisecond)
	if r := state("something comes again", Synchronised, 2); r.Since <= lost.Since {
		t.Errorf("lost at %v and there again at %v", time.Duration(lost.Since), time.Duration(r.Since))
	}
}

// What both have said and heard for a quarter of a minute, during which the host restarts. A client or host of another program that hears the same says
// the same.
func TestATalkIsThatOfItsVector(t *testing.T) {
	t.Parallel()
	k := newTalk()
	k.logs = true
	k.run(t, 9*time.Second)
	k.host, k.ahead = clocktest.Made(NewHost[string](2, 4)), k.ahead+30*time.Second
	k.note("host new id=2")
	k.run(t, 6*time.Second)
	vectors(t, "talk.txt", "# Version 1. What a client and a host of id 1 are told, and what they return. Times are in ns. Both look for datagrams every 5 ms.\n"+
		"# How bytes are made is frozen. When a client asks, and its readings, are those of the estimator as it is here.\n", k.log)
}

// A silent game goes by due.
func TestASilentGameSendsOncePerSecondAndOftenerAtFirst(t *testing.T) {
	t.Parallel()
	k := newTalk()
	sent := map[bool]int{}
	due := k.local()
	for k.now = 0; k.now < 15*time.Second; k.now += 5 * time.Millisecond {
		if k.local() < due {
			continue
		}
		var head []byte
		head, due = k.client.Packet(k.local())
		sent[k.now < 5*time.Second]++
		if _, err := k.host.Received("a", head, k.server(), 0); err != nil {
			t.Fatal(err)
		}
		if _, err := k.client.Received(k.host.Packet("a", k.server()), k.local(), 0); err != nil {
			t.Fatal(err)
		}
	}
	if sent[true] != 50 || sent[false] < 9 || sent[false] > 11 {
		t.Errorf("%d datagrams in 5 s, and %d in the next 10", sent[true], sent[false])
	}
}

func TestAHostIsBoundedAndForgetsTheSilent(t *testing.T) {
	t.Parallel()
	h := clocktest.Made(NewHost[int](1, 3))
	hello := (&Head{}).Append(nil)
	at := func(s int) netsync.Server { return netsync.Server(time.Duration(s) * time.Second) }
	come := func(who, s int, want error) {
		t.Helper()
		if _, err := h.Received(who, hello, at(s), 0); err != want {
			t.Errorf("%d after %d s: %v, want %v", who, s, err, want)
		}
	}
	come(1, 0, nil)
	come(2, 1, nil)
	come(3, 2, nil)
	come(4, 4, ErrFull)
	come(1, 5, nil)
	come(4, 6, nil) // 2 has been silent for 5 s
	come(2, 6, ErrFull)
	if h.Forget(at(66), time.Minute); h.Clients() != 0 {
		t.Errorf("%d clients after a minute of silence", h.Clients())
	}
	come(5, 3, nil) // the host's clock was set back
	if h.Forget(at(1), 0); h.Clients() != 0 {
		t.Error("a client of a time to come is kept")
	}
	for _, most := range []int{0, maxClients + 1} {
		if _, err := NewHost[int](1, most); err == nil {
			t.Errorf("a host of %d clients", most)
		}
	}
}

func TestWhatGoesTheOtherWayIsRefused(t *testing.T) {
	t.Parallel()
	k := newTalk()
	if _, err := k.host.Received("a", (&Head{Blocks: Floor}).Append(nil), 0, 0); err == nil || k.host.Clients() != 0 {
		t.Errorf("a host takes a floor: %v", err)
	}
	if _, err := k.client.Received((&Head{Blocks: Question}).Append(nil), 0, 0); err == nil {
		t.Error("a client takes a question")
	}
}

// An answer that nobody has asked for is no sign of another host.
func TestAForgedAnswerChangesNothing(t *testing.T) {
	t.Parallel()
	k := newTalk()
	k.run(t, 5*time.Second)
	before := k.client.Now(k.local())
	forged := Head{Stamp: netsync.Stamp24(int64(k.server()) - int64(22*time.Millisecond)), Blocks: Answer, Number: 1, T1: 5, T2: 6, T3: 7, Host: 9}
	if _, err := k.client.Received(forged.Append(nil), k.local(), 0); err != nil {
		t.Fatal(err)
	}
	if after := k.client.Now(k.local()); after != before {
		t.Errorf("%+v became %+v", before, after)
	}
}

func TestATalkAllocatesNothingOnceWarm(t *testing.T) {
	k := newTalk()
	k.run(t, 5*time.Second)
	if n := testkit.AllocsPerRun(100, func() {
		k.now += 50 * time.Millisecond
		head, _ := k.client.Packet(k.local())
		if _, err := k.host.Received("a", head, k.server(), 0); err != nil {
			t.Fatal(err)
		}
		if _, err := k.client.Received(k.host.Packet("a", k.server()), k.local(), 0); err != nil {
			t.Fatal(err)
		}
		k.client.Now(k.local())
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
