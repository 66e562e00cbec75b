package netsync_test

import (
	"fmt"
	"time"

	"driftlab/netsync"
	"driftlab/netsync/clocks"
	"driftlab/netsync/registry"
)

const ms = time.Millisecond

// A clock by hand: the host's is 3 s ahead, the way to it takes 30 ms and the way back 50 ms. No exchange of
// packets can show that the ways differ: half of the difference, −10 ms, stays in the clock.
func Example() {
	algorithm, err := registry.Lookup("sntp")
	if err != nil {
		panic(err)
	}
	clock, err := algorithm.New()
	if err != nil {
		panic(err)
	}
	now := netsync.Local(0)
	probes, next := clock.Wake(now, nil)
	for _, p := range probes { // send p.Seq and p.T1; the host adds when it got them and when it answered
		host := p.T1.Plus(3*time.Second + 30*ms)
		now = p.T1.Add(80 * ms)
		clock.Observe(netsync.Event{Kind: netsync.Answer, Seq: p.Seq, T1: p.T1, T2: host, T3: host, T4: now})
	}
	server, ok := clock.ServerTime(now)
	fmt.Println(time.Duration(server), ok)
	fmt.Println("asks again at", time.Duration(next))
	// Output:
	// 3.07s true
	// asks again at 2s
}

// A message is a datagram of either end, over any transport: its stamp, and what a clock adds.
type message struct {
	arrives time.Duration
	stamp   uint32          // of the sender
	probes  []netsync.Probe // the client's questions and reports
	answers []netsync.Event // the host's answers and reports
}

// Both halves of TimeSync, over a transport that takes 30 ms either way. Each end stamps every datagram that it sends
// anyway with a clock of its own; the host's is 2 s ahead.
func ExampleTimeSyncPeer() {
	client, err := clocks.NewTimeSync(clocks.DefaultTimeSync())
	if err != nil {
		panic(err)
	}
	host, err := clocks.NewTimeSyncPeer(clocks.DefaultTimeSync())
	if err != nil {
		panic(err)
	}
	var toHost, toClient []message
	for t := time.Duration(0); t <= time.Second; t += 10 * ms {
		local, server := netsync.Local(t), netsync.Server(t+2*time.Second)

		// The client sends what its clock wants to be sent.
		probes, _ := client.Wake(local, nil)
		toHost = append(toHost, message{t + 30*ms, netsync.Stamp24(int64(local)), probes, nil})

		// The host takes the stamp of what arrives, then what is in it, and answers.
		var answers []netsync.Event
		for len(toHost) > 0 && toHost[0].arrives <= t {
			m := toHost[0]
			toHost = toHost[1:]
			host.OnDatagram(m.stamp, int64(server))
			for _, p := range m.probes {
				if p.Kind == netsync.Report {
					host.OnPeerMin(p.Value)
				} else {
					answers = append(answers, netsync.Event{Kind: netsync.Answer, Seq: p.Seq, T1: p.T1, T2: server, T3: server})
				}
			}
		}
		if value, due := host.ReportDue(int64(server)); due {
			answers = append(answers, netsync.Event{Kind: netsync.PeerReport, Value: value})
		}
		toClient = append(toClient, message{t + 30*ms, netsync.Stamp24(int64(server)), nil, answers})

		// The client does as the host did.
		for len(toClient) > 0 && toClient[0].arrives <= t {
			m := toClient[0]
			toClient = toClient[1:]
			client.Observe(netsync.Event{Kind: netsync.Datagram, Stamp: m.stamp, T4: local})
			for _, ev := range m.answers {
				ev.T4 = local
				client.Observe(ev)
			}
		}
	}
	fmt.Println("the client takes the host to be ahead by", client.Status(netsync.Local(time.Second)).Offset)
	fmt.Println("the host knows the ways to take", host.MinOWD())
	// Output:
	// the client takes the host to be ahead by 2s
	// the host knows the ways to take 30ms
}

// Both halves of Unreal's clock: the host says when it is time to send its time, and the client takes it as it
// comes, late by the way down.
func ExampleUnrealPush() {
	host, err := clocks.NewUnrealPush(0, clocks.UnrealInterval)
	if err != nil {
		panic(err)
	}
	client, err := clocks.NewUnreal(clocks.DefaultUnreal())
	if err != nil {
		panic(err)
	}
	for t := time.Duration(0); t <= 10*time.Second; t += 10 * ms {
		if server := netsync.Server(t); host.Due(server) { // 40 ms later the client has it
			arrived := netsync.Local(t + 40*ms)
			client.Observe(netsync.Event{Kind: netsync.Push, T3: server, T4: arrived})
			fmt.Println("at", t, "the client's clock is off by", client.Status(arrived).Offset)
		}
	}
	// Output:
	// at 0s the client's clock is off by -40ms
	// at 5s the client's clock is off by -40ms
	// at 10s the client's clock is off by -40ms
}
