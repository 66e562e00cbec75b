package netsim

import (
	"testing"
	"time"
)

// benchmarkPackets sends b.N datagrams of 100 bytes through an engine that always has inFlight of
// them under way, with jitter and loss.
func benchmarkPackets(b *testing.B, c Carrier, inFlight int) {
	delay := time.Duration(inFlight) * time.Microsecond
	benchmarkPacketsOver(b, c, inFlight, Settings{Delay: delay / 2, Jitter: delay / 2, Loss: 0.02})
}

// benchmarkPacketsOver is benchmarkPackets over a link with this average delay in microseconds.
func benchmarkPacketsOver(b *testing.B, c Carrier, inFlight int, s Settings) {
	received := 0
	e := NewEngine(c)
	for range 2 {
		_, err := e.AddNode(&testNode{receive: func(Time, *Packet) { received++ }})
		check(b, err)
	}
	check(b, e.Connect(0, 1, mustLink(b, 1, 1, s)))
	data := make([]byte, 100)
	send := func() {
		check(b, e.Send(Datagram{To: 1, Kind: 1, Data: data}))
		check(b, e.Run(e.Now()+1000))
	}
	for range 4 * inFlight {
		send()
	}
	b.ReportAllocs()
	for b.Loop() {
		send()
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "packets/s")
	check(b, e.Close())
}

func BenchmarkDirectPacket10InFlight(b *testing.B)   { benchmarkPackets(b, NewDirect(), 10) }
func BenchmarkDirectPacket1000InFlight(b *testing.B) { benchmarkPackets(b, NewDirect(), 1000) }
func BenchmarkDirectPacket100kInFlight(b *testing.B) { benchmarkPackets(b, NewDirect(), 100_000) }
func BenchmarkDirectPacket1MInFlight(b *testing.B)   { benchmarkPackets(b, NewDirect(), 1_000_000) }

// BenchmarkDirectPacketJitterLossRate fills nine tenths of a rate: 128 bytes of every 142.
func BenchmarkDirectPacketJitterLossRate(b *testing.B) {
	benchmarkPacketsOver(b, NewDirect(), 1000, Settings{
		Delay: time.Second / 2000, Jitter: time.Second / 2000, Loss: 0.02, Rate: 1_137_777_778,
	})
}

func BenchmarkWakeUpOf65Nodes(b *testing.B) {
	e := NewEngine(NewDirect())
	for i := range NodeID(65) {
		_, err := e.AddNode(&testNode{wake: func(now Time) { e.WakeAt(i, now+65) }})
		check(b, err)
		e.WakeAt(i, Time(i))
	}
	b.ReportAllocs()
	for b.Loop() {
		check(b, e.Run(e.Now()+1))
	}
}

func BenchmarkWakeAtUnchanged(b *testing.B) {
	e := busyEngine(b, NewDirect(), 8)
	b.ReportAllocs()
	for b.Loop() {
		e.WakeAt(3, 100)
	}
}

func BenchmarkLinkFateUniform(b *testing.B) { benchmarkFate(b, Uniform{}) }
func BenchmarkLinkFateNormal(b *testing.B)  { benchmarkFate(b, Normal{}) }

func BenchmarkLinkFateExponential(b *testing.B) { benchmarkFate(b, Exponential{}) }

func BenchmarkLinkFateBursts(b *testing.B) {
	l := mustLink(b, 1, 1, Settings{Delay: time.Second, Loss: 0.05, LossBurst: 4})
	b.ReportAllocs()
	for b.Loop() {
		l.Fate(0, 100)
	}
}

func BenchmarkLinkFateChain(b *testing.B) {
	l := mustLink(b, 1, 1, Settings{Delay: time.Second, Chain: LossChain{Begin: 0.0001, End: 0.0003, Bad: 0.9, Good: 0.01}})
	b.ReportAllocs()
	for b.Loop() {
		l.Fate(0, 100)
	}
}

func BenchmarkLinkFateRate(b *testing.B) {
	benchmarkFates(b, Settings{Delay: time.Second, Rate: 1e6, Cross: 1.5, CrossOn: time.Second / 2, CrossEvery: 2 * time.Second})
}

func BenchmarkLinkFateStream(b *testing.B) {
	l := mustLink(b, 1, 1, Settings{Delay: time.Second / 10, Jitter: time.Millisecond, Loss: 0.02, Stream: true})
	var now Time
	b.ReportAllocs()
	for b.Loop() {
		now += Time(time.Second / 60)
		l.Fate(now, 0)
	}
}

// benchmarkFates sends 60 packets of 100 bytes a second over a link.
func benchmarkFates(b *testing.B, s Settings) {
	l := mustLink(b, 1, 1, s)
	var now Time
	b.ReportAllocs()
	for b.Loop() {
		now += Time(time.Second / 60)
		l.Fate(now, 100)
	}
}

func benchmarkFate(b *testing.B, d Distribution) {
	l := mustLink(b, 1, 1, Settings{Delay: time.Second, Jitter: time.Millisecond, Distribution: d, Loss: 0.02})
	b.ReportAllocs()
	for b.Loop() {
		l.Fate(0, 0)
	}
}

func BenchmarkOscillatorRead(b *testing.B) {
	o := mustOscillator(b, time.Second, 50_000)
	var t Time
	b.ReportAllocs()
	for b.Loop() {
		t += 1_000_003
		o.Read(t)
	}
}

func BenchmarkOscillatorWhen(b *testing.B) {
	o := mustOscillator(b, time.Second, 50_000)
	var local int64
	b.ReportAllocs()
	for b.Loop() {
		local += 1_000_003
		o.When(local)
	}
}
