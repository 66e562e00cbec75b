package realtime_test

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"driftlab/netsim"
	"driftlab/netsim/realtime"
)

// echo is the program under test: it returns what it gets. It knows nothing of links.
func echo(conn *realtime.Conn) {
	b := make([]byte, netsim.MaxDatagram)
	for {
		n, from, err := conn.ReadFrom(b)
		if err != nil {
			return
		}
		conn.WriteTo(b[:n], from)
	}
}

func Example() {
	// 40 ms there and 60 ms back, 1 % of the datagrams lost each way. Both may change while it runs.
	pair, err := realtime.New(1,
		netsim.Settings{Delay: 40 * time.Millisecond, Loss: 0.01},
		netsim.Settings{Delay: 60 * time.Millisecond, Loss: 0.01})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer pair.Close()
	go echo(pair.B)

	start := time.Now()
	pair.A.WriteTo([]byte("hello"), pair.B.LocalAddr())
	b := make([]byte, 16)
	n, _, _ := pair.A.ReadFrom(b)
	fmt.Printf("%s, not before 100 ms: %v\n", b[:n], time.Since(start) >= 100*time.Millisecond)
	// Output: hello, not before 100 ms: true
}

// In a bubble of testing/synctest ten seconds take no time, and delays are exact.
func TestDelaysAreExactInABubble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pair, err := realtime.New(1, netsim.Settings{Delay: 10 * time.Second}, netsim.Settings{})
		if err != nil {
			t.Fatal(err)
		}
		defer pair.Close()
		start := time.Now()
		pair.A.WriteTo([]byte("late"), pair.B.LocalAddr())
		pair.B.ReadFrom(make([]byte, 4))
		if took := time.Since(start); took != 10*time.Second {
			t.Errorf("it took %v", took)
		}
	})
}
