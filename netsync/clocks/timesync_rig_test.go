package clocks

import (
	"math/rand/v2"
	"testing"
	"time"

	"driftlab/netsync"
	"driftlab/netsync/internal/clocktest"
)

// A timesyncRig is a client with a TimeSync and a host with its peer, on a path of known delays. Time
// t is the truth, in ns; neither end sees it.
type timesyncRig struct {
	client   *TimeSync
	host     TimeSyncPeer
	up, down time.Duration
	jitter   time.Duration // each trip takes up to this much more
	every    time.Duration // between two datagrams of an end, made irregular by up to a quarter
	clientAt func(t int64) int64
	hostAt   func(t int64) int64
	rng      *rand.Rand

	now                int64
	flying             []flight
	sendC, sendH, wake int64
	probes             []netsync.Probe
}

// A flight is one datagram under way.
type flight struct {
	due    int64
	toHost bool
	stamp  uint32
	carry  netsync.Probe // Ask and Report, if any; Kind only counts where has is true
	has    bool
	answer netsync.Event
}

// clockWith returns a clock that starts at phase and runs ppm fast.
func clockWith(phase time.Duration, ppm int64) func(int64) int64 {
	return func(t int64) int64 { return int64(phase) + t + t/1_000_000*ppm }
}

func newTimesyncRig(t testing.TB, seed uint64) *timesyncRig {
	t.Helper()
	host, err := NewTimeSyncPeer(DefaultTimeSync())
	if err != nil {
		t.Fatal(err)
	}
	return &timesyncRig{
		client: clocktest.Made(NewTimeSync(DefaultTimeSync())), host: host,
		up: 20 * time.Millisecond, down: 20 * time.Millisecond, every: 50 * time.Millisecond,
		clientAt: clockWith(0, 0), hostAt: clockWith(0, 0),
		rng: rand.New(rand.NewPCG(seed, 3)),
	}
}

// run runs until the truth reads until.
func (r *timesyncRig) run(until time.Duration) {
	for {
		next, i := min(r.sendC, r.sendH, r.wake), -1
		for k, f := range r.flying {
			if f.due < next {
				next, i = f.due, k
			}
		}
		if next > int64(until) {
			r.now = int64(until)
			return
		}
		r.now = next
		switch {
		case i >= 0:
			f := r.flying[i]
			r.flying = append(r.flying[:i], r.flying[i+1:]...)
			r.arrive(f)
		case next == r.wake:
			r.wakeClient()
		case next == r.sendC:
			r.send(flight{toHost: true})
			r.sendC += r.period()
		default:
			value, ok := r.host.ReportDue(r.hostAt(r.now))
			r.send(flight{carry: netsync.Probe{Kind: netsync.Report, Value: value}, has: ok})
			r.sendH += r.period()
		}
	}
}

func (r *timesyncRig) period() int64 {
	return int64(r.every) + r.rng.Int64N(int64(r.every)/4)
}

// wakeClient is called every 50 ms at the latest, more often than the estimator asks for: harmless.
func (r *timesyncRig) wakeClient() {
	r.probes, _ = r.client.Wake(netsync.Local(r.clientAt(r.now)), r.probes[:0])
	for _, p := range r.probes {
		r.send(flight{toHost: true, carry: p, has: true})
	}
	r.wake += int64(50 * time.Millisecond)
}

func (r *timesyncRig) send(f flight) {
	delay := r.down
	f.stamp = netsync.Stamp24(r.hostAt(r.now))
	if f.toHost {
		delay, f.stamp = r.up, netsync.Stamp24(r.clientAt(r.now))
	}
	if r.jitter > 0 {
		delay += time.Duration(r.rng.Int64N(int64(r.jitter)))
	}
	f.due = r.now + int64(delay)
	r.flying = append(r.flying, f)
}

func (r *timesyncRig) arrive(f flight) {
	if f.toHost {
		at := r.hostAt(r.now)
		r.host.OnDatagram(f.stamp, at)
		if f.has && f.carry.Kind == netsync.Report {
			r.host.OnPeerMin(f.carry.Value)
		}
		if f.has && f.carry.Kind == netsync.Ask {
			r.send(flight{answer: netsync.Event{Kind: netsync.Answer, Seq: f.carry.Seq, T1: f.carry.T1,
				T2: netsync.Server(at), T3: netsync.Server(at)}})
		}
		return
	}
	at := netsync.Local(r.clientAt(r.now))
	r.client.Observe(netsync.Event{Kind: netsync.Datagram, Stamp: f.stamp, T4: at})
	if f.has {
		r.client.Observe(netsync.Event{Kind: netsync.PeerReport, Value: f.carry.Value, T4: at})
	}
	if f.answer.Kind == netsync.Answer {
		f.answer.T4 = at
		r.client.Observe(f.answer)
	}
}

// err returns the client's estimate minus the truth; ok is false before synchronisation.
func (r *timesyncRig) err() (time.Duration, bool) {
	got, ok := r.client.ServerTime(netsync.Local(r.clientAt(r.now)))
	return time.Duration(int64(got) - r.hostAt(r.now)), ok
}
