package midline_test

import (
	"fmt"
	"net"
	"time"

	"driftlab/netsync/midline"
)

// A host whose clock is three seconds ahead, and a client, over UDP on this machine. Neither has anything else to say here.
func ExampleClient_udp() {
	there, _ := net.ListenPacket("udp", "127.0.0.1:0")
	defer there.Close()
	start := time.Now()
	go func() {
		host, _ := midline.NewHost[string](2026, 100)
		clock := func() midline.Server { return midline.Server(time.Since(start) + 3*time.Second) }
		b := make([]byte, 1500)
		for {
			n, from, err := there.ReadFrom(b)
			if err != nil {
				return
			}
			if _, err := host.Received(from.String(), b[:n], clock(), 0); err == nil {
				there.WriteTo(host.Packet(from.String(), clock()), from)
			}
		}
	}()

	here, _ := net.Dial("udp", there.LocalAddr().String())
	defer here.Close()
	client, _ := midline.NewClient(midline.DefaultConfig())
	clock := func() midline.Local { return midline.Local(time.Since(start)) }
	b := make([]byte, 1500)
	for range 20 {
		head, _ := client.Packet(clock())
		here.Write(head)
		here.SetReadDeadline(time.Now().Add(50 * time.Millisecond))
		if n, err := here.Read(b); err == nil {
			client.Received(b[:n], clock(), 0)
		}
	}
	r := client.Now(clock())
	off := r.Time.Sub(midline.Server(time.Since(start) + 3*time.Second))
	fmt.Println(r.Known, r.Host, off.Abs() <= r.Uncertainty+time.Millisecond)
	// Output: true 2026 true
}
