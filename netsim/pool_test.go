package netsim

import (
	"bytes"
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// count returns how many slots there are and how many of them are free.
func (p *pool) count() (slots, free int) {
	for i := range p.shelves {
		slots += len(p.shelves[i].chunks) << chunkBits(i)
		free += len(p.shelves[i].free)
	}
	return slots, free
}

func TestAPoolKeepsPacketsOfAllSizes(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var p pool
		kept := map[int32]Packet{}
		var refs []int32
		for step := range rapid.IntRange(1, 400).Draw(t, "steps") {
			if len(refs) > 0 && rapid.IntRange(0, 2).Draw(t, "give") == 0 {
				i := rapid.IntRange(0, len(refs)-1).Draw(t, "which")
				p.give(refs[i])
				delete(kept, refs[i])
				refs = append(refs[:i], refs[i+1:]...)
				continue
			}
			from, to := NodeID(step%7), NodeID(step%5)
			packet := Packet{
				ID: uint64(step) + 1, Kind: uint8(step), From: from, To: to, Sent: Time(step) << 40,
				FromAddr: PublicAddr(from, 49152), ToAddr: PublicAddr(to, uint16(step)),
				Transit: Transit{step % 17, Time(step) << 41, Time(step) << 42},
				Data:    bytes.Repeat([]byte{byte(step)}, rapid.IntRange(0, MaxDatagram).Draw(t, "size")),
			}
			if step%3 == 2 {
				packet.Fate, packet.Original = Duplicate, uint64(step)
			}
			ref := p.put(&packet)
			if _, ok := kept[ref]; ok {
				t.Fatalf("slot %d is taken twice", ref)
			}
			kept[ref] = packet
			refs = append(refs, ref)
			for _, ref := range refs {
				var got Packet
				if p.get(ref, &got); !reflect.DeepEqual(got, kept[ref]) {
					t.Fatalf("got %+v, want %+v", got, kept[ref])
				}
			}
		}
		if slots, free := p.count(); free+len(refs) != slots {
			t.Fatalf("%d slots, of which %d are free and %d in use", slots, free, len(refs))
		}
	})
}

func TestDataThatIsReceivedStaysWhileItsReceiverSends(t *testing.T) {
	t.Parallel()
	var e *Engine
	e, _ = pair(t, Settings{Delay: time.Second}, &testNode{receive: func(_ Time, p *Packet) {
		for range 10 * slotsAtOnce {
			check(t, e.Send(Datagram{To: 1, Data: []byte("another")}))
		}
		if string(p.Data) != "the first" || p.ID != 1 {
			t.Errorf("packet %d became %q", p.ID, p.Data)
		}
	}})
	check(t, e.Send(Datagram{To: 1, Data: []byte("the first")}))
	check(t, e.Run(Time(time.Second)))
}

func TestMemoryGrowsWithTheBytesInFlight(t *testing.T) {
	const n = 10_000
	for _, size := range []int{0, 12, 100, 500, MaxDatagram} {
		e, _ := pair(t, Settings{Delay: time.Second}, &testNode{})
		data := make([]byte, size)
		for range n {
			check(t, e.Send(Datagram{To: 1, Data: data}))
		}
		bytes := 0
		for _, s := range e.pool.shelves {
			for _, chunk := range s.chunks {
				bytes += len(chunk)
			}
		}
		if each := (bytes - slotsAtOnce*MaxDatagram) / n; each > size+slotHeader+slotUnit {
			t.Errorf("%d bytes a packet are kept for %d", each, size)
		}
	}
}
