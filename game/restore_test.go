package game

import (
	"bytes"
	"reflect"
	"slices"
	"testing"
	"time"
	"unsafe"

	"driftlab/internal/deepcopy"
	"driftlab/netsync"
)

// A shape is what walks over machines know of a type.
type shape struct {
	flat   bool  // its values point to nothing
	still  bool  // its values point to nothing but texts
	whole  bool  // none of its fields is scratch
	fields []int // of a struct: those that are not
}

var shapes = map[reflect.Type]*shape{}

func shapeOf(t reflect.Type) *shape {
	if s := shapes[t]; s != nil {
		return s
	}
	s := &shape{flat: t.Kind() <= reflect.Float64, whole: true}
	s.still = s.flat || t.Kind() == reflect.String
	shapes[t] = s
	switch t.Kind() {
	case reflect.Array:
		of := shapeOf(t.Elem())
		s.flat, s.still, s.whole = of.flat, of.still, of.whole
	case reflect.Struct:
		s.flat, s.still = true, true
		for i := range t.NumField() {
			of := shapeOf(t.Field(i).Type)
			s.flat, s.still = s.flat && of.flat, s.still && of.still
			if scratch[t.Field(i).Name] {
				s.whole = false
				continue
			}
			s.whole = s.whole && of.whole
			s.fields = append(s.fields, i)
		}
	}
	return s
}

// memory returns the bytes of a value that has an address.
func memory(v reflect.Value) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(v.UnsafeAddr())), v.Type().Size())
}

// same reports whether two machines remember the same, as two equal results of stateOf would. It looks at large
// arrays at once, so it takes a tenth of a millisecond where stateOf takes ten.
func same(a, b reflect.Value) bool {
	s := shapeOf(a.Type())
	if s.still && s.whole && a.CanAddr() && bytes.Equal(memory(a), memory(b)) {
		return true
	}
	switch a.Kind() {
	case reflect.Pointer, reflect.Interface:
		return a.IsNil() && b.IsNil() || !a.IsNil() && !b.IsNil() && a.Elem().Type() == b.Elem().Type() &&
			(a.Kind() == reflect.Pointer && a.Pointer() == b.Pointer() || same(a.Elem(), b.Elem()))
	case reflect.Slice, reflect.Array:
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !same(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Struct:
		for _, i := range s.fields {
			if !same(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	}
	return a.Kind() == reflect.Func || a.Equal(b)
}

// A mould makes a machine what it was, again and again: what takes long to build is built once.
type mould[T any] struct {
	was  *T
	copy *T
}

func newMould[T any](machine *T) *mould[T] {
	m := &mould[T]{was: machine}
	m.copy, _ = deepcopy.Copy(deepcopy.New(neverChange...), machine)
	return m
}

// machine returns the copy as it was first. It is the same one each time.
func (m *mould[T]) machine() *T {
	r := restoring{}
	r.restore(reflect.ValueOf(m.copy).Elem(), reflect.ValueOf(m.was).Elem())
	return m.copy
}

// neverChange are the types that a machine and its copies share.
var neverChange = []reflect.Type{reflect.TypeFor[*Level](), reflect.TypeFor[*netsync.Algorithm](), reflect.TypeFor[[]netsync.Algorithm]()}

// restoring is which original each part of a copy has got its content from.
type restoring map[unsafe.Pointer]unsafe.Pointer

// restore gives a copy the content of its original. Only what has been let go of is allocated anew.
func (r restoring) restore(to, from reflect.Value) {
	s := shapeOf(to.Type())
	if s.flat {
		copy(memory(to), memory(from))
		return
	}
	if !to.CanSet() { // a field that is not exported
		to = reflect.NewAt(to.Type(), to.Addr().UnsafePointer()).Elem()
		from = reflect.NewAt(from.Type(), from.Addr().UnsafePointer()).Elem()
	}
	switch {
	case s.still || to.Kind() == reflect.Func || slices.Contains(neverChange, to.Type()):
		to.Set(from)
	case to.Kind() == reflect.Struct:
		for i := range to.NumField() {
			r.restore(to.Field(i), from.Field(i))
		}
	case to.Kind() == reflect.Array:
		for i := range to.Len() {
			r.restore(to.Index(i), from.Index(i))
		}
	case from.IsNil():
		to.SetZero()
	case to.Kind() == reflect.Slice:
		r.slice(to, from)
	case to.Kind() == reflect.Pointer:
		if at, known := r[to.UnsafePointer()]; to.IsNil() || known && at != from.UnsafePointer() {
			to.Set(reflect.New(to.Type().Elem()))
		}
		r[to.UnsafePointer()] = from.UnsafePointer()
		r.restore(to.Elem(), from.Elem())
	case to.Kind() == reflect.Interface:
		if to.IsNil() || to.Elem().Type() != from.Elem().Type() {
			to.Set(reflect.New(from.Elem().Type().Elem()))
		}
		r.restore(to.Elem().Elem(), from.Elem().Elem())
	default:
		panic("a " + to.Kind().String() + " cannot be restored")
	}
}

func (r restoring) slice(to, from reflect.Value) {
	if to.Cap() < from.Len() || to.IsNil() {
		to.Set(reflect.MakeSlice(to.Type(), from.Len(), from.Len()))
	}
	to.SetLen(from.Len())
	if shapeOf(to.Type().Elem()).still {
		reflect.Copy(to, from)
		return
	}
	for i := range to.Len() {
		r.restore(to.Index(i), from.Index(i))
	}
}

func TestAMouldMakesAMachineWhatItWas(t *testing.T) {
	r := newRig(t, 1, "timesync")
	r.run(3 * time.Second)
	host, client := newMould(r.host), newMould(r.clients[0].Client)
	wantHost, wantClient := stateOf(r.host), stateOf(r.clients[0].Client)
	changed := 0
	for range 3 {
		h, c := host.machine(), client.machine()
		if stateOf(h) != wantHost || stateOf(c) != wantClient {
			t.Fatal("they are not what they were")
		}
		if !same(reflect.ValueOf(h), reflect.ValueOf(r.host)) || !same(reflect.ValueOf(c), reflect.ValueOf(r.clients[0].Client)) {
			t.Fatal("the same machines are told apart")
		}
		again := &rig{t: t, now: r.now, host: h, clients: []*rigClient{{Client: c, up: r.clients[0].up, down: r.clients[0].down}}}
		again.run(3 * time.Second)
		if stateOf(h) != wantHost && stateOf(c) != wantClient {
			changed++
		}
		if same(reflect.ValueOf(h), reflect.ValueOf(host.was)) || same(reflect.ValueOf(c), reflect.ValueOf(client.was)) {
			t.Error("different machines are not told apart")
		}
	}
	if changed != 3 || stateOf(r.host) != wantHost || stateOf(r.clients[0].Client) != wantClient {
		t.Error("what the copies did is not theirs alone")
	}
}
