package realtime

import (
	"errors"
	"fmt"
	"net"
	"os"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"driftlab/netsim"
)

func mustPair(t *testing.T, seed uint64, there, back netsim.Settings) *Pair {
	t.Helper()
	p, err := New(seed, there, back)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

func TestADatagramArrivesWhenItsDelayIsOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := mustPair(t, 1, netsim.Settings{Delay: 30 * time.Millisecond}, netsim.Settings{Delay: 50 * time.Millisecond})
		start := time.Now()
		for _, leg := range []struct {
			from, to *Conn
			after    time.Duration
		}{{p.A, p.B, 30 * time.Millisecond}, {p.B, p.A, 80 * time.Millisecond}} {
			if n, err := leg.from.WriteTo([]byte("hello"), leg.to.LocalAddr()); n != 5 || err != nil {
				t.Fatal(n, err)
			}
			var b [16]byte
			n, from, err := leg.to.ReadFrom(b[:])
			if err != nil || string(b[:n]) != "hello" || from.String() != leg.from.LocalAddr().String() {
				t.Errorf("%q from %v, %v", b[:n], from, err)
			}
			if took := time.Since(start); took != leg.after {
				t.Errorf("it is there after %v, want %v", took, leg.after)
			}
		}
	})
}

// fates sends n datagrams, one every millisecond, and returns which arrived, in order.
func fates(t *testing.T, seed uint64, n int) (got string) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := netsim.Settings{Delay: 20 * time.Millisecond, Jitter: 10 * time.Millisecond, Distribution: netsim.Normal{}, Loss: 0.2, Duplicate: 0.1}
		p := mustPair(t, seed, s, netsim.Settings{})
		go func() {
			for i := range n {
				p.A.WriteTo(fmt.Append(nil, i), p.B.LocalAddr())
				time.Sleep(time.Millisecond)
			}
		}()
		p.B.SetReadDeadline(time.Now().Add(time.Minute))
		for {
			var b [16]byte
			k, _, err := p.B.ReadFrom(b[:])
			if errors.Is(err, os.ErrDeadlineExceeded) {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			got += string(b[:k]) + " "
		}
	})
	return got
}

func TestTheSameSeedHasTheSameFates(t *testing.T) {
	first, again, other := fates(t, 7, 300), fates(t, 7, 300), fates(t, 8, 300)
	if first != again {
		t.Errorf("with the same seed arrive\n%s\nand then\n%s", first, again)
	}
	if first == other {
		t.Errorf("with another seed arrive the same: %s", first)
	}
}

func TestSettingsChangeWhileItRuns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := mustPair(t, 1, netsim.Settings{}, netsim.Settings{})
		if err := p.Set(netsim.Settings{Loss: 2}, netsim.Settings{}); err == nil {
			t.Error("a loss of 200 % is taken")
		}
		if err := p.Set(netsim.Settings{Delay: time.Second}, netsim.Settings{}); err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		p.A.WriteTo([]byte("x"), p.B.LocalAddr())
		p.B.ReadFrom(make([]byte, 1))
		if took := time.Since(start); took != time.Second {
			t.Errorf("it is there after %v", took)
		}
	})
}

func TestAReboundEndIsFoundOnceItHasSpoken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := mustPair(t, 1, netsim.Settings{}, netsim.Settings{})
		before := p.A.LocalAddr()
		if err := p.Rebind(p.A); err != nil {
			t.Fatal(err)
		}
		if p.A.LocalAddr().String() == before.String() {
			t.Errorf("it is still at %v", before)
		}
		p.B.WriteTo([]byte("lost"), before)
		p.A.WriteTo([]byte("here"), p.B.LocalAddr())
		_, from, _ := p.B.ReadFrom(make([]byte, 9))
		p.B.WriteTo([]byte("found"), from)
		b := make([]byte, 9)
		if n, _, err := p.A.ReadFrom(b); err != nil || string(b[:n]) != "found" {
			t.Errorf("%q, %v", b[:n], err)
		}
	})
}

func TestDeadlinesEndWaitingAndCanBeMoved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := mustPair(t, 1, netsim.Settings{}, netsim.Settings{})
		start := time.Now()
		p.A.SetDeadline(start.Add(time.Second))
		go func() {
			time.Sleep(time.Second / 2)
			p.A.SetDeadline(start.Add(2 * time.Second))
		}()
		_, _, err := p.A.ReadFrom(nil)
		var timeout net.Error
		if !errors.As(err, &timeout) || !timeout.Timeout() || time.Since(start) != 2*time.Second {
			t.Errorf("after %v: %v", time.Since(start), err)
		}
		if _, _, err := p.A.ReadFrom(nil); !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("after the deadline: %v", err)
		}
		p.A.SetDeadline(time.Time{})
		p.B.WriteTo([]byte("x"), p.A.LocalAddr())
		if _, _, err := p.A.ReadFrom(make([]byte, 1)); err != nil {
			t.Errorf("without a deadline: %v", err)
		}
	})
}

func TestWhatIsWrongIsSaid(t *testing.T) {
	p := mustPair(t, 1, netsim.Settings{}, netsim.Settings{})
	if _, err := New(1, netsim.Settings{}, netsim.Settings{Loss: -1}); err == nil {
		t.Error("a loss of -100 % is taken")
	}
	if _, err := p.A.WriteTo(make([]byte, netsim.MaxDatagram+1), p.B.LocalAddr()); err == nil {
		t.Error("a datagram that is too long is taken")
	}
	if _, err := p.A.WriteTo(nil, &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1}); err == nil {
		t.Error("a stranger's address is taken")
	}
	p.A.Close()
	if _, _, err := p.A.ReadFrom(nil); !errors.Is(err, net.ErrClosed) {
		t.Errorf("reading from what is closed: %v", err)
	}
	p.Close()
	for _, c := range []*Conn{p.A, p.B} {
		if _, err := c.WriteTo(nil, c.other().LocalAddr()); !errors.Is(err, net.ErrClosed) {
			t.Errorf("writing to what is closed: %v", err)
		}
	}
	if err := p.Set(netsim.Settings{}, netsim.Settings{}); !errors.Is(err, net.ErrClosed) {
		t.Errorf("changing what is closed: %v", err)
	}
}

func TestManyGoroutinesMayUseBothEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := mustPair(t, 1, netsim.Settings{Delay: time.Millisecond}, netsim.Settings{Delay: time.Millisecond})
		var all sync.WaitGroup
		for _, ends := range [][2]*Conn{{p.A, p.B}, {p.B, p.A}} {
			for range 4 {
				all.Go(func() {
					for range 50 {
						ends[0].WriteTo([]byte("x"), ends[1].LocalAddr())
						time.Sleep(time.Millisecond)
					}
				})
				all.Go(func() {
					for range 50 {
						if _, _, err := ends[1].ReadFrom(make([]byte, 1)); err != nil {
							t.Error(err)
						}
					}
				})
			}
		}
		all.Wait()
	})
}
