package netsync_test

import (
	"fmt"
	"net"
	"time"

	"driftlab/netsync"
	"driftlab/netsync/clocks"
	"driftlab/netsync/registry"
)

// A datagram of either end begins with its sender's clock in three bytes. What the clock's halves tell each other comes next, and
// then what a game has to say.
func datagram(now int64, said []netsync.Message) []byte {
	stamp := netsync.Stamp24(now)
	b := []byte{byte(stamp >> 16), byte(stamp >> 8), byte(stamp), byte(len(said))}
	for _, m := range said {
		b = m.Append(b)
	}
	return b
}

// read is the way back. What comes from a network may be anything.
func read(b []byte) (stamp uint32, said []netsync.Message, err error) {
	if len(b) < 4 {
		return 0, nil, fmt.Errorf("%d bytes, at least 4 are needed", len(b))
	}
	stamp = uint32(b[0])<<16 | uint32(b[1])<<8 | uint32(b[2])
	n, b := b[3], b[4:]
	for range n {
		var m netsync.Message
		if m, b, err = netsync.ParseMessage(b); err != nil {
			return 0, nil, err
		}
		said = append(said, m)
	}
	return stamp, said, nil
}

// serve is the host: it answers each of the client's datagrams with one, until the connection is closed.
func serve(conn net.PacketConn, host *netsync.Host, clock func() netsync.Server) {
	b := make([]byte, 1500)
	for {
		n, client, err := conn.ReadFrom(b)
		if err != nil {
			return
		}
		came := clock()
		stamp, asked, err := read(b[:n])
		if err != nil {
			continue
		}
		host.Datagram(stamp, came, 0)
		said := host.Due(nil, came, came)
		for _, m := range asked {
			if m.Kind == netsync.MessageAsk {
				said = append(said, m.Answer(came, clock()))
			}
			host.Report(m, came)
		}
		conn.WriteTo(datagram(int64(clock()), said), client)
	}
}

// Both halves of Midline over UDP, on this machine: a client whose clock is three seconds behind the host's.
func ExampleMidline_udp() {
	midline, err := registry.Lookup("midline")
	if err != nil {
		panic(err)
	}
	host, err := registry.NewHost(0, []registry.Algorithm{midline})
	if err != nil {
		panic(err)
	}
	client, err := clocks.NewMidline(clocks.DefaultMidline())
	if err != nil {
		panic(err)
	}
	there, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	defer there.Close()
	here, err := net.Dial("udp", there.LocalAddr().String())
	if err != nil {
		panic(err)
	}
	defer here.Close()
	start := time.Now()
	local := func() netsync.Local { return netsync.Local(time.Since(start)) }
	server := func() netsync.Server { return netsync.Server(time.Since(start) + 3*time.Second) }
	go serve(there, &host, server)

	b := make([]byte, 1500)
	for range 50 { // frames of a game, which sends a datagram in each
		probes, _ := client.Wake(local(), nil)
		var said []netsync.Message
		for _, p := range probes {
			said = append(said, p.Message(midline.ID))
		}
		here.Write(datagram(int64(local()), said))
		here.SetReadDeadline(time.Now().Add(10 * time.Millisecond))
		n, err := here.Read(b)
		if err != nil {
			continue // it is lost, or late
		}
		came := local()
		stamp, answers, err := read(b[:n])
		if err != nil {
			continue
		}
		client.Observe(netsync.Event{Kind: netsync.Datagram, Stamp: stamp, T4: came})
		for _, m := range answers {
			if ev, ok := m.Event(came); ok {
				client.Observe(ev)
			}
		}
		time.Sleep(time.Millisecond)
	}
	_, ok := client.ServerTime(local())
	least, most, _ := client.Hard()
	fmt.Println("synchronised:", ok)
	fmt.Println("three seconds are between the bounds that it states:", least <= 3*time.Second && 3*time.Second <= most)
	// Output:
	// synchronised: true
	// three seconds are between the bounds that it states: true
}
