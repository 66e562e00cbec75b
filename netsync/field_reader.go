package netsync

import "fmt"

// A FieldReader takes fields off the front of a datagram, the most significant byte first. After the first error every field
// reads as zero.
type FieldReader struct {
	Rest []byte // what has not been read yet
	Err  error  // the first error, which names the field
}

// A TruncatedError says that a datagram ends within a field.
type TruncatedError struct {
	Field      string
	Left, Want int // bytes
}

func (e *TruncatedError) Error() string {
	return fmt.Sprintf("%s: truncated, %d of %d bytes are left", e.Field, e.Left, e.Want)
}

// Number reads so many bytes, 1 to 8. The error is a [TruncatedError].
func (r *FieldReader) Number(field string, bytes int) (v uint64) {
	if r.Err == nil && len(r.Rest) < bytes {
		r.Err = &TruncatedError{field, len(r.Rest), bytes}
	}
	if r.Err != nil {
		return 0
	}
	for _, c := range r.Rest[:bytes] {
		v = v<<8 | uint64(c)
	}
	r.Rest = r.Rest[bytes:]
	return v
}

// MaxClock bounds the readings in a [Message] to ± 146 years, so that no sum of two overflows.
const MaxClock = 1 << 62

// Clock reads 8 bytes with what a clock reads, in nanoseconds, at most [MaxClock] either way.
func (r *FieldReader) Clock(field string) int64 {
	v := int64(r.Number(field, 8))
	if r.Err == nil && (v < -MaxClock || v > MaxClock) {
		r.Err = fmt.Errorf("%s: %d is outside %d..%d", field, v, int64(-MaxClock), int64(MaxClock))
	}
	return v
}
