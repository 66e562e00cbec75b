package midline

import (
	"math/rand/v2"
	"testing"
	"time"

	"driftlab/netsync"
)

// A game that sends 30 datagrams a second each way asks for a head for six of them: the client by its own reckoning, and the host for the next datagram after each that came with one.
func TestAGameThatPutsAHeadOnSixDatagramsASecondHasTheTimeForAQuarterOfTheBytes(t *testing.T) {
	t.Parallel()
	const ahead, every, thrifty = 3 * time.Second, time.Second / 30, time.Second / 6
	play := func(between time.Duration) (bytes int, worst time.Duration) {
		client, err := NewClient(DefaultConfig())
		if err != nil {
			t.Fatal(err)
		}
		host, err := NewHost[int](7, 1)
		if err != nil {
			t.Fatal(err)
		}
		random := rand.New(rand.NewPCG(49, 6))
		var next netsync.Local
		for at := time.Duration(0); at < 2*time.Minute; at += every {
			now, delay := netsync.Local(at), func() time.Duration {
				return 20*time.Millisecond + time.Duration(random.ExpFloat64()*float64(time.Millisecond))
			}
			if r := client.Now(now); at > time.Minute {
				if worst = max(worst, r.Time.Sub(netsync.Server(at+ahead)).Abs()); !r.Known || r.Event != Synchronised {
					t.Fatalf("at %v: %+v", at, r)
				}
			}
			if now < next {
				continue // this datagram has no head, which the game's own bytes say
			}
			head, due := client.Packet(now)
			next = min(now.Add(between), due)
			came := now.Add(delay())
			bytes += len(head)
			if _, err := host.Received(1, head, netsync.Server(came).Add(ahead), 0); err != nil {
				t.Fatal(err)
			}
			sent := came.Add(every / 2)
			reply := host.Packet(1, netsync.Server(sent).Add(ahead))
			bytes += len(reply)
			if _, err := client.Received(reply, sent.Add(delay()), 0); err != nil {
				t.Fatal(err)
			}
		}
		return bytes, worst
	}
	all, few := 0, 0
	for between, into := range map[time.Duration]*int{every: &all, thrifty: &few} {
		bytes, worst := play(between)
		if *into = bytes; worst > 500*time.Microsecond {
			t.Errorf("with a head every %v it is up to %v wrong", between, worst)
		}
	}
	if few*4 > all {
		t.Errorf("few heads take %d bytes, and all %d", few, all)
	}
}
