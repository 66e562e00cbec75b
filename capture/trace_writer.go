package capture

import (
	"io"
	"math"

	"google.golang.org/protobuf/encoding/protowire"

	"driftlab/netsim"
)

// The numbers of the fields that are written, as Perfetto publishes them in protos/perfetto/trace:
// trace.proto, trace_packet.proto, interned_data/interned_data.proto and, in track_event/,
// track_event.proto, track_descriptor.proto, counter_descriptor.proto and debug_annotation.proto.
const (
	tracePacket = 1 // of Trace, which is nothing but packets

	packetTimestamp       = 8
	packetSequenceID      = 10
	packetTrackEvent      = 11
	packetInternedData    = 12
	packetSequenceFlags   = 13
	packetAfterLoss       = 42
	packetTrackDescriptor = 60
	packetFirst           = 87

	internedEventNames      = 2
	internedAnnotationNames = 3
	internedID              = 1
	internedName            = 2

	descriptorUUID        = 1
	descriptorName        = 2
	descriptorParent      = 5
	descriptorCounter     = 8
	descriptorOrdering    = 11 // of its children
	descriptorSiblingRank = 12
	counterUnitName       = 6

	eventAnnotations      = 4
	eventType             = 9
	eventNameID           = 10
	eventTrack            = 11
	eventName             = 23
	eventDoubleCounter    = 44
	eventFlows            = 47
	eventTerminatingFlows = 48

	annotationNameID = 1
	annotationUint   = 3
	annotationString = 6
)

// Values of Perfetto's enumerations.
const (
	sequenceCleared = 1 // SEQ_INCREMENTAL_STATE_CLEARED
	sequenceNeeds   = 2 // SEQ_NEEDS_INCREMENTAL_STATE

	orderExplicit = 3 // ChildTracksOrdering.EXPLICIT

	sliceBegin = 1
	sliceEnd   = 2
	instant    = 3
	counter    = 4
)

// sequence is the number of the only sequence of packets in a file.
const sequence = 1

// A traceWriter writes the packets of a Perfetto trace one at a time. Names are written once, in the
// first packet, and go by their numbers from then on.
type traceWriter struct {
	w            io.Writer
	err          error // the first
	event        []byte
	inner        []byte
	packet, file []byte
}

// A track is a row of the trace.
type track struct {
	uuid, parent uint64
	name         string
	rank         int    // place among the children of the parent
	unit         string // of a counter; empty for any other track
}

// begin writes the first packet: the names that numbers stand for. They count from 1.
func (t *traceWriter) begin(events, annotations []string) {
	t.inner = t.inner[:0]
	for _, list := range []struct {
		field protowire.Number
		names []string
	}{{internedEventNames, events}, {internedAnnotationNames, annotations}} {
		for i, name := range list.names {
			t.event = appendString(appendUint(t.event[:0], internedID, uint64(i+1)), internedName, name)
			t.inner = appendMessage(t.inner, list.field, t.event)
		}
	}
	t.packet = appendMessage(t.packet[:0], packetInternedData, t.inner)
	t.packet = appendUint(appendUint(t.packet, packetFirst, 1), packetAfterLoss, 1) // both say that nothing was before
	t.flush(sequenceCleared | sequenceNeeds)
}

// describe writes a track's descriptor, which comes before what happens on it.
func (t *traceWriter) describe(tr track) {
	b := appendUint(t.inner[:0], descriptorUUID, tr.uuid)
	b = appendString(b, descriptorName, tr.name)
	if tr.parent != 0 {
		b = appendUint(b, descriptorParent, tr.parent)
		b = appendUint(b, descriptorSiblingRank, uint64(tr.rank))
	}
	if tr.unit != "" {
		t.event = appendString(t.event[:0], counterUnitName, tr.unit)
		b = appendMessage(b, descriptorCounter, t.event)
	} else {
		b = appendUint(b, descriptorOrdering, orderExplicit)
	}
	t.inner = b
	t.packet = appendMessage(t.packet[:0], packetTrackDescriptor, b)
	t.flush(sequenceNeeds)
}

// start begins an event on a track; the methods with add… put to it, and finish writes it.
func (t *traceWriter) start(kind, track uint64) {
	t.event = appendUint(appendUint(t.event[:0], eventType, kind), eventTrack, track)
}

func (t *traceWriter) addNameID(id uint64) { t.event = appendUint(t.event, eventNameID, id) }

func (t *traceWriter) addName(name []byte) { t.event = appendMessage(t.event, eventName, name) }

// addFlow adds an end of a flow: eventFlows where it begins, eventTerminatingFlows where it ends.
func (t *traceWriter) addFlow(field protowire.Number, id uint64) {
	t.event = protowire.AppendFixed64(protowire.AppendTag(t.event, field, protowire.Fixed64Type), id)
}

func (t *traceWriter) addValue(v float64) {
	t.event = protowire.AppendTag(t.event, eventDoubleCounter, protowire.Fixed64Type)
	t.event = protowire.AppendFixed64(t.event, math.Float64bits(v))
}

func (t *traceWriter) addUint(name, v uint64) {
	t.inner = appendUint(appendUint(t.inner[:0], annotationNameID, name), annotationUint, v)
	t.event = appendMessage(t.event, eventAnnotations, t.inner)
}

func (t *traceWriter) addString(name uint64, v string) {
	t.inner = appendString(appendUint(t.inner[:0], annotationNameID, name), annotationString, v)
	t.event = appendMessage(t.event, eventAnnotations, t.inner)
}

func (t *traceWriter) finish(at netsim.Time) {
	t.packet = appendUint(t.packet[:0], packetTimestamp, uint64(at))
	t.packet = appendMessage(t.packet, packetTrackEvent, t.event)
	t.flush(sequenceNeeds)
}

// flush writes the packet.
func (t *traceWriter) flush(flags uint64) {
	t.packet = appendUint(appendUint(t.packet, packetSequenceID, sequence), packetSequenceFlags, flags)
	t.file = appendMessage(t.file[:0], tracePacket, t.packet)
	if _, err := t.w.Write(t.file); t.err == nil {
		t.err = err
	}
}

func appendUint(b []byte, field protowire.Number, v uint64) []byte {
	return protowire.AppendVarint(protowire.AppendTag(b, field, protowire.VarintType), v)
}

func appendString(b []byte, field protowire.Number, s string) []byte {
	return protowire.AppendString(protowire.AppendTag(b, field, protowire.BytesType), s)
}

func appendMessage(b []byte, field protowire.Number, m []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(b, field, protowire.BytesType), m)
}
