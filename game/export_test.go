package game

import (
	"fmt"
	"strings"

	"driftlab/netsync"
)

// Dissected is what this package's readers find in a datagram: values by the dissector's field names, and the first fault. It leaves
// out events, shots, reliable messages and anything relative to an earlier datagram.
func Dissected(b []byte) (values map[string]string, fault string) {
	d := dissected{}
	head, body, err := parseHeader(b)
	d.add("kind", int64(kindOf(b)))
	if err == nil {
		d.add("kind.name", head.kind.String())
		d.add("join", int64(head.join.number()))
		d.add("key", fmt.Sprintf("0x%06x", int64(head.join>>numberBits)))
		if head.stamped {
			d.add("stamp", int64(head.stamp))
		}
		err = d.body(head.kind, body)
	}
	if err != nil {
		return d, err.Error()
	}
	return d, ""
}

type dissected map[string]string

func (d dissected) add(name string, value any) {
	text := fmt.Sprint(value)
	if before, ok := d[name]; ok {
		text = before + "," + text
	}
	d[name] = text
}

func (d dissected) body(kind Kind, b []byte) error {
	r := reader{message: kind.String(), b: b}
	switch kind {
	case KindHello, KindKeepalive:
	case KindWelcome:
		m, err := parseWelcome(b)
		d.add("welcome.player", m.player)
		d.add("welcome.tick_rate", m.rate)
		d.add("welcome.event", m.event)
		d.timelines(&m.world)
		return err
	case KindProbe, KindAnswer, KindPush, KindReport:
		_, err := checkClock(kind, b)
		d.messages(b)
		return err
	case KindInput:
		return d.input(b)
	case KindSnapshot:
		return d.snapshot(&r)
	case KindSpawn:
		d.add("spawn.first_event", r.u32("first event"))
		return r.err
	case KindShots:
		d.add("shots.world_time", r.clock("world time"))
		return r.err
	case KindReliable:
		d.add("tell.first", r.u32("first"))
		return r.err
	case KindReliableAck:
		d.add("heard.next", r.u32("next"))
	case KindLeave:
		if len(b) > 0 {
			d.add("leave.latest_join", r.u16("latest join"))
		}
	case KindData:
		asked := questions(b)
		d.messages(asked)
		return checkQuestions("data", asked)
	case KindBulk:
		m, err := parseBulk(b)
		d.add("bulk.number", m.number)
		d.add("clock", m.clock)
		d.add("bulk.stamp", int64(m.stamp))
		return err
	case KindBulkAck:
		m, err := parseBulkAck(b)
		d.add("bulk_ack.number", m.number)
		d.add("bulk_ack.delay", int64(m.delay))
		return err
	}
	return r.end()
}

func (d dissected) input(b []byte) error {
	var m inputMessage
	err := parseInput(b, &m)
	d.add("tick", m.newest)
	d.add("input.snapshot", m.snapshot)
	d.add("input.frame", m.frame)
	d.add("input.event", m.event)
	d.add("input.sent_at", m.sentAt)
	d.add("input.count", m.count)
	d.add("input.others_behind", int64(m.sight.others))
	d.add("input.projectiles_behind", int64(m.sight.shots))
	d.messages(m.clock)
	return err
}

func (d dissected) snapshot(r *reader) error {
	var m snapshotHead
	r.snapshotHead(&m)
	d.add("tick", m.tick)
	d.add("snapshot.number", m.number)
	d.add("snapshot.interval", m.every)
	if m.stamp.kind != FullStamps {
		d.add("snapshot.stamp", m.stamp.bits)
	}
	if m.dated {
		d.timelines(&m.world)
	}
	if m.echoed {
		d.add("snapshot.echo", m.echo)
		d.add("snapshot.hold", m.hold.Microseconds())
		d.add("snapshot.reports", m.reports.count)
	}
	return r.err
}

func (d dissected) timelines(world *netsync.Dilation) {
	for _, line := range world.Lines() {
		d.add("timeline.from", int64(line.From))
		d.add("timeline.world", int64(line.World))
		d.add("timeline.rate", line.Rate())
	}
}

// messages adds clock messages up to the first faulty one.
func (d dissected) messages(b []byte) {
	for len(b) > 0 {
		m, rest, err := netsync.ParseMessage(b)
		if err != nil {
			return
		}
		b = rest
		d.add("message", int64(m.Kind))
		d.add("clock", m.Clock)
		for _, f := range m.Kind.Fields() {
			if f.Bytes == 0 {
				continue // bytes, and no number
			}
			d.add(strings.ToLower(f.Name), map[string]int64{"sequence": int64(m.Seq), "T1": int64(m.T1), "T2": int64(m.T2),
				"T3": int64(m.T3), "value": int64(m.Value), "floor": int64(m.Floor), "length": int64(len(m.Note))}[f.Name])
		}
	}
}

// DissectedFields are the names of all fields that [Dissected] may find.
var DissectedFields = strings.Fields(`kind kind.name join key stamp tick message clock sequence t1 t2 t3 value floor length
	welcome.player welcome.tick_rate welcome.event timeline.from timeline.world timeline.rate
	input.snapshot input.frame input.event input.sent_at input.count input.others_behind input.projectiles_behind
	snapshot.number snapshot.interval snapshot.stamp snapshot.echo snapshot.hold snapshot.reports
	spawn.first_event shots.world_time tell.first heard.next leave.latest_join
	bulk.number bulk.stamp bulk_ack.number bulk_ack.delay`)
