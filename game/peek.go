package game

// About returns what ticks a datagram of [KindInput] or [KindSnapshot] is about: of an input the newest
// of its ticks and how many it has, of a snapshot the tick whose state it has, and 1. It reads no more than
// that; ok is false for other datagrams and for those that are cut off before it.
func About(datagram []byte) (tick int64, count int, ok bool) {
	head, body, err := parseHeader(datagram)
	if err != nil {
		return 0, 0, false
	}
	r := reader{message: "datagram", b: body}
	switch head.kind {
	case KindInput:
		for _, field := range [...]string{"snapshot", "frame", "event", "sent at"} {
			r.u32(field)
		}
		tick, count = r.tick("newest tick"), int(r.u8("count"))
	case KindSnapshot:
		var m snapshotHead
		r.snapshotHead(&m)
		tick, count = m.tick, 1
	default:
		return 0, 0, false
	}
	return tick, count, r.err == nil
}
