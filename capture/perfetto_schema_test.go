package capture

import (
	"testing"
	"time"
)

// Perfetto's enumerations by name, as its protos have them and apart from the writer's constants.
var (
	eventTypes    = map[string]uint64{"TYPE_SLICE_BEGIN": 1, "TYPE_SLICE_END": 2, "TYPE_INSTANT": 3, "TYPE_COUNTER": 4}
	sequenceFlags = map[string]uint64{"SEQ_INCREMENTAL_STATE_CLEARED": 1, "SEQ_NEEDS_INCREMENTAL_STATE": 2}
)

const childOrderingExplicit = 3 // TrackDescriptor.ChildTracksOrdering

// TestPacketsAreAsPerfettoReadsThem looks at what the fields of a real trace hold: a reader drops an event
// whose sequence's state was not cleared before it, merges tracks with one name and parent, and orders
// tracks by their ranks only where the parent says so.
func TestPacketsAreAsPerfettoReadsThem(t *testing.T) {
	t.Parallel()
	var told kept
	_, file := both(t, traced(t, 3, 3*time.Second), &told)
	trace, err := parse("Trace", file)
	if err != nil {
		t.Fatal(err)
	}
	tracks, children, types := map[uint64]message{}, map[uint64][]message{}, map[uint64]int{}
	for i, packet := range trace["packet"] {
		p := packet.(message)
		flags := sequenceFlags["SEQ_NEEDS_INCREMENTAL_STATE"]
		if i == 0 {
			flags |= sequenceFlags["SEQ_INCREMENTAL_STATE_CLEARED"]
		}
		if p.number("sequence_flags") != flags || p.number("trusted_packet_sequence_id") != trace["packet"][0].(message).number("trusted_packet_sequence_id") {
			t.Fatalf("packet %d: %v", i, p)
		}
		if d := p.message("track_descriptor"); d != nil {
			tracks[d.number("uuid")] = d
			children[d.number("parent_uuid")] = append(children[d.number("parent_uuid")], d)
		}
		if e := p.message("track_event"); e != nil {
			types[e.number("type")]++
			of := tracks[e.number("track_uuid")]
			if isCounter := e.number("type") == eventTypes["TYPE_COUNTER"]; isCounter != (of["counter"] != nil) || isCounter != (e["double_counter_value"] != nil) {
				t.Fatalf("packet %d: %v on the track %v", i, e, of)
			}
		}
	}
	if types[eventTypes["TYPE_SLICE_BEGIN"]] != types[eventTypes["TYPE_SLICE_END"]] {
		t.Errorf("slices that do not begin and end: %v", types)
	}
	for name, number := range eventTypes {
		if name != "TYPE_INSTANT" && types[number] == 0 {
			t.Errorf("there is no %s", name)
		}
		delete(types, number)
	}
	if len(types) > 0 {
		t.Errorf("types of events that there are not: %v", types)
	}
	checkTracks(t, tracks, children)
}

// checkTracks checks that siblings have names and ranks of their own, in the order in which they are described.
func checkTracks(t *testing.T, tracks map[uint64]message, children map[uint64][]message) {
	t.Helper()
	if len(children[0]) != 1 || len(tracks) < 10 {
		t.Fatalf("%d roots, %d tracks", len(children[0]), len(tracks))
	}
	for uuid, d := range tracks {
		switch c := d.message("counter"); {
		case c != nil && (c.text("unit_name") != "ms" || len(children[uuid]) > 0):
			t.Errorf("counter %v with the children %v", d, children[uuid])
		case c == nil && d.number("child_ordering") != childOrderingExplicit:
			t.Errorf("%v does not order its children", d)
		}
		names := map[string]bool{}
		for rank, child := range children[uuid] {
			if child.number("sibling_order_rank") != uint64(rank) || names[child.text("name")] {
				t.Errorf("child %d of %v: %v", rank, d, child)
			}
			names[child.text("name")] = true
		}
	}
}
