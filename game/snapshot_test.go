package game

import (
	"bytes"
	"encoding/binary"
	"testing"

	"pgregory.net/rapid"

	"driftlab/internal/testkit"
)

var sampleSnapshot = func() snapshot {
	m := snapshot{snapshotHead: snapshotHead{number: 1 << 20, tick: 77, every: 1, whole: true, dated: true, world: sampleDilation,
		echoed: true, echo: 5, hold: 6000, reports: inputReports{count: 2, list: [maxReports]inputReport{{tick: 79, brought: 1, margin: -7}, {tick: 80, brought: 1, margin: 9}}}}}
	own := Player{Pos: Point{3 * Metre, 2 * Metre}, VX: -MaxImpulse, VY: -4, Ride: Airborne, Facing: -1, Reload: 9, Lag: 5, Pips: MaxPips, Out: 320}
	p := &baseline{crowd: new(crowd)}
	m.state = p
	p.number, p.tick, p.own, p.npc = m.number, m.tick, own.row(), placeRow{int32(Metre), int32(Metre)}
	for _, a := range []Avatar{{ID: 0, Facing: 1, Ride: Solid}, {ID: 64, Facing: -1, Ride: 1, Lag: 900, Pos: Point{Metre, Metre}, Pips: 5, Out: 77}} {
		p.here[a.ID], p.rows[a.ID] = true, a.row()
	}
	return m
}()

// bytes writes m, which has all players, relative to a baseline.
func (m *snapshot) bytes(base *baseline) []byte {
	b := m.append(nil)
	b = appendRow(b, m.state.own[:], base.own[:], 0)
	b = appendRow(b, m.state.npc[:], base.npc[:], 0)
	counted := len(b)
	b = append(b, 0)
	for id, here := range m.state.here {
		row, known := m.state.rows[id], base.rows[id]
		switch {
		case here && !base.here[id]:
			b = appendRow(append(b, byte(id)), row[:], new(avatarRow)[:], rowNew)
		case !here && base.here[id]:
			b = append(b, byte(id), rowGone)
		case here && row != known:
			b = appendRow(append(b, byte(id)), row[:], known[:], 0)
		default:
			continue
		}
		b[counted]++
	}
	return b
}

// clone returns a copy of m.
func (m snapshot) clone() snapshot {
	p, others := *m.state, *m.state.crowd
	p.crowd = &others
	m.state = &p
	return m
}

func badSnapshot(change func(m *snapshot)) []byte {
	m := sampleSnapshot.clone()
	change(&m)
	return datagram(KindSnapshot, joinOne, m.bytes(&noBaseline))
}

func FuzzSnapshot(f *testing.F) {
	known, first := newBaselines(new(Crowds)), sampleSnapshot.clone()
	known.put(&first)
	later := sampleSnapshot.clone()
	later.number, later.base, later.tick = later.number+2, later.number, 78
	later.state.here[64], later.state.here[3] = false, true
	later.state.rows[3] = avatarRow{1, 2, -2, 1, 3, 4, 5}
	later.state.rows[0][0] += 100
	f.Add(sampleSnapshot.bytes(&noBaseline))
	f.Add(later.bytes(sampleSnapshot.state))
	f.Add(later.bytes(sampleSnapshot.state)[:60])
	testkit.FuzzDamaged(f, func(t testing.TB, b []byte) {
		m := snapshot{state: new(baseline)}
		newer, err := m.parse(b, 2, &known)
		if err != nil || !newer {
			return
		}
		if m.state.number != m.number || m.state.tick != m.tick || int(m.state.own[4]) > 1 {
			t.Errorf("%x becomes %+v", b, m)
		}
		for id, row := range m.state.rows {
			for i, f := range avatarFields {
				if v := int64(row[i]); m.state.here[id] && (v < f.lo || v > f.hi) {
					t.Errorf("player %d: %s is %d", id, f.name, v)
				}
			}
		}
		var head snapshotHead
		r := reader{message: "snapshot", b: b}
		r.snapshotHead(&head)
		if again := head.append(nil); !bytes.HasPrefix(b, again) {
			t.Errorf("%x is written again as %x", b[:len(b)-len(r.b)], again)
		}
	})
}

func TestNumbersOfAnyLengthAreReadAsTheyWereWritten(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.Int64Range(-1<<34, 1<<34-1).Draw(t, "number") >> rapid.IntRange(0, 34).Draw(t, "shift")
		b := binary.AppendVarint(nil, v)
		rest := rapid.SliceOfN(rapid.Byte(), 0, 9).Draw(t, "rest")
		r := reader{message: "test", b: append(b, rest...)}
		if got := r.varint("number"); got != v || r.err != nil || !bytes.Equal(r.b, rest) {
			t.Errorf("%d is read as %d, %v, and %x is left of %x", v, got, r.err, r.b, rest)
		}
	})
	for _, b := range [][]byte{{}, {0x80}, {0x80, 0}, {0xff, 0xff, 0xff, 0xff, 0x80, 1}, {0x81, 0x80, 0, 1, 1, 1, 1, 1, 1}, {0xff, 0xff, 0xff, 0xff, 0xff, 1, 1, 1, 1}} {
		if r := (reader{message: "test", b: b}); r.uvarint("number") != 0 || r.err == nil {
			t.Errorf("%x is taken", b)
		}
	}
}
