package netsync

// A MessageField is a field of a [Message] on the wire, big-endian.
type MessageField struct {
	Name  string // as the errors of [ParseMessage] have it
	Bytes int    // 0 for as many as the field before it says
}

var (
	sequenceField = MessageField{"sequence", 2}
	t1Field       = MessageField{"T1", 8}
	t2Field       = MessageField{"T2", 8}
	t3Field       = MessageField{"T3", 8}
	valueField    = MessageField{"value", 3}
	floorField    = MessageField{"floor", 6}
)

var messageKinds = [...]struct {
	name   string
	fields []MessageField
}{
	MessageAsk:       {"ask", []MessageField{sequenceField, t1Field}},
	MessageAnswer:    {"answer", []MessageField{sequenceField, t1Field, t2Field, t3Field}},
	MessagePush:      {"push", []MessageField{t3Field}},
	MessageReport:    {"report", []MessageField{valueField}},
	MessageFloor:     {"floor", []MessageField{floorField}},
	MessageState:     {"state", []MessageField{t3Field, valueField}},
	MessageFloorSpan: {"floor-span", []MessageField{floorField, {Name: "span", Bytes: 4}}},
	MessageNote:      {"note", []MessageField{{Name: "length", Bytes: 1}, {Name: "note"}}},
}

// MessageKinds returns all kinds of [Message].
func MessageKinds() (all []MessageKind) {
	for k := MessageAsk; k <= MessageNote; k++ {
		all = append(all, k)
	}
	return all
}

// String returns the kind's name; that of none of [MessageKinds] is "unknown".
func (k MessageKind) String() string {
	if k < MessageAsk || k > MessageNote {
		return "unknown"
	}
	return messageKinds[k].name
}

// Fields returns what follows the kind and the clock's number, a byte each, in a message of the kind. The readings T1, T2
// and T3 are signed and within ± [MaxClock], all else is not signed. The slice is shared: it is only to be read.
func (k MessageKind) Fields() []MessageField {
	if k < MessageAsk || k > MessageNote {
		return nil
	}
	return messageKinds[k].fields
}
