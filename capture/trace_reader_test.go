package capture

import (
	"fmt"
	"math"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"
)

// perfettoSchema is the part of Perfetto's published schema (protos/perfetto/trace) that a trace may
// use: for each message its fields' numbers, names and types. It is written down apart from the writer's
// constants, so that a wrong number in either fails. docs/traces.md tells which versions it was compared with.
var perfettoSchema = map[string]map[protowire.Number][2]string{
	"Trace": {1: {"packet", "TracePacket"}},
	"TracePacket": {
		8: {"timestamp", "uint64"}, 10: {"trusted_packet_sequence_id", "uint64"}, 11: {"track_event", "TrackEvent"},
		12: {"interned_data", "InternedData"}, 13: {"sequence_flags", "uint64"}, 42: {"previous_packet_dropped", "uint64"},
		60: {"track_descriptor", "TrackDescriptor"}, 87: {"first_packet_on_sequence", "uint64"},
	},
	"InternedData": {2: {"event_names", "Interned"}, 3: {"debug_annotation_names", "Interned"}},
	"Interned":     {1: {"iid", "uint64"}, 2: {"name", "string"}},
	"TrackDescriptor": {
		1: {"uuid", "uint64"}, 2: {"name", "string"}, 5: {"parent_uuid", "uint64"}, 8: {"counter", "CounterDescriptor"},
		11: {"child_ordering", "uint64"}, 12: {"sibling_order_rank", "uint64"},
	},
	"CounterDescriptor": {6: {"unit_name", "string"}},
	"TrackEvent": {
		4: {"debug_annotations", "DebugAnnotation"}, 9: {"type", "uint64"}, 10: {"name_iid", "uint64"}, 11: {"track_uuid", "uint64"},
		23: {"name", "string"}, 44: {"double_counter_value", "double"}, 47: {"flow_ids", "fixed64"}, 48: {"terminating_flow_ids", "fixed64"},
	},
	"DebugAnnotation": {1: {"name_iid", "uint64"}, 3: {"uint_value", "uint64"}, 6: {"string_value", "string"}},
}

// A message has its fields' values by name: uint64, float64, string or message.
type message map[string][]any

func (m message) number(name string) uint64 {
	if v := m[name]; len(v) > 0 {
		return v[0].(uint64)
	}
	return 0
}

func (m message) text(name string) string {
	if v := m[name]; len(v) > 0 {
		return v[0].(string)
	}
	return ""
}

func (m message) message(name string) message {
	if v := m[name]; len(v) > 0 {
		return v[0].(message)
	}
	return nil
}

// parse reads a message as the schema has it; what the schema does not know is an error.
func parse(kind string, b []byte) (message, error) {
	m := message{}
	for len(b) > 0 {
		number, wire, n := protowire.ConsumeTag(b)
		if n < 0 {
			return nil, fmt.Errorf("%s: %w", kind, protowire.ParseError(n))
		}
		b = b[n:]
		field, ok := perfettoSchema[kind][number]
		if !ok {
			return nil, fmt.Errorf("%s: there is no field %d", kind, number)
		}
		v, n, err := value(field[1], wire, b)
		if err != nil {
			return nil, fmt.Errorf("%s.%s: %w", kind, field[0], err)
		}
		m[field[0]] = append(m[field[0]], v)
		b = b[n:]
	}
	return m, nil
}

func value(kind string, wire protowire.Type, b []byte) (v any, n int, err error) {
	want := protowire.BytesType
	switch kind {
	case "uint64":
		want = protowire.VarintType
		v, n = consumed(protowire.ConsumeVarint(b))
	case "fixed64":
		want = protowire.Fixed64Type
		v, n = consumed(protowire.ConsumeFixed64(b))
	case "double":
		want = protowire.Fixed64Type
		var bits uint64
		bits, n = protowire.ConsumeFixed64(b)
		v = math.Float64frombits(bits)
	case "string":
		v, n = consumed(protowire.ConsumeString(b))
	default:
		var inner []byte
		if inner, n = protowire.ConsumeBytes(b); n >= 0 && wire == want {
			v, err = parse(kind, inner)
		}
	}
	switch {
	case wire != want:
		err = fmt.Errorf("wire type %d, want %d", wire, want)
	case n < 0:
		err = protowire.ParseError(n)
	}
	return v, n, err
}

func consumed[T any](v T, n int) (any, int) { return v, n }

// A traceEvent is an event of a trace with its names in place of numbers.
type traceEvent struct {
	at         int64
	kind       uint64
	track      string // "host/to client1"
	name       string
	begun, met []any   // flows
	value      float64 // of a counter
	notes      map[string]any
}

// traceEvents reads a trace and checks how it is built: names and tracks before what uses them, and
// order of time.
func traceEvents(t testing.TB, file []byte) (list []traceEvent) {
	t.Helper()
	trace, err := parse("Trace", file)
	if err != nil {
		t.Fatal(err)
	}
	tracks := map[uint64]string{}
	names := map[string]map[uint64]string{"event_names": {}, "debug_annotation_names": {}}
	for i, packet := range trace["packet"] {
		p := packet.(message)
		if first := p.number("sequence_flags") == 3; first != (i == 0) || p.number("trusted_packet_sequence_id") == 0 {
			t.Fatalf("packet %d: %v", i, p)
		}
		for field, of := range names {
			for _, n := range p.message("interned_data")[field] {
				of[n.(message).number("iid")] = n.(message).text("name")
			}
		}
		if d := p.message("track_descriptor"); d != nil {
			parent, ok := tracks[d.number("parent_uuid")]
			if !ok && len(tracks) > 0 || d.text("name") == "" || tracks[d.number("uuid")] != "" {
				t.Fatalf("packet %d: %v has no parent, no name or a number that is taken", i, d)
			}
			if len(tracks) == 0 {
				tracks[d.number("uuid")] = "session"
			} else {
				tracks[d.number("uuid")] = parent + "/" + d.text("name")
			}
		}
		e := p.message("track_event")
		if e == nil {
			continue
		}
		ev := traceEvent{at: int64(p.number("timestamp")), kind: e.number("type"), track: tracks[e.number("track_uuid")],
			name: e.text("name"), begun: e["flow_ids"], met: e["terminating_flow_ids"], notes: map[string]any{}}
		if id := e.number("name_iid"); id > 0 {
			ev.name = names["event_names"][id]
		}
		if v := e["double_counter_value"]; len(v) > 0 {
			ev.value = v[0].(float64)
		}
		for _, a := range e["debug_annotations"] {
			note := a.(message)
			ev.notes[names["debug_annotation_names"][note.number("name_iid")]] = append(note["uint_value"], note["string_value"]...)[0]
		}
		if ev.track == "" || ev.notes[""] != nil || ev.name == "" && (ev.kind == sliceBegin || ev.kind == instant) {
			t.Fatalf("packet %d: %+v has no track or name", i, ev)
		}
		if n := len(list); n > 0 && ev.at < list[n-1].at {
			t.Fatalf("packet %d is at %d, before the one above it", i, ev.at)
		}
		list = append(list, ev)
	}
	return list
}
