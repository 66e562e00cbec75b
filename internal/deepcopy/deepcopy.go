// Package deepcopy copies a value with everything that it points to. It knows nothing of what the
// values mean: state machines that a checkpoint has to hold are copied whole, so a field that is added
// to one of them cannot be forgotten.
//
// Unexported fields are copied too. Pointers that met in the original meet in the copy. Two slices of
// one array come apart, and so does a pointer into the middle of another value, which therefore must
// not be there.
package deepcopy

import (
	"fmt"
	"reflect"
	"unsafe"
)

// A Copier copies values. Functions are kept: what they have captured must not change.
type Copier struct {
	kept  map[reflect.Type]bool
	plain map[reflect.Type]bool
}

// New returns a Copier that leaves values of the kept types alone: the copy has the same ones. That is
// for what never changes, and for what the caller replaces.
func New(kept ...reflect.Type) *Copier {
	c := &Copier{kept: map[reflect.Type]bool{}, plain: map[reflect.Type]bool{}}
	for _, t := range kept {
		c.kept[t] = true
	}
	return c
}

// Copy returns a copy of what v points to, and how many bytes it takes. A channel, or a pointer that
// Go does not know the type of, cannot be copied: that it panics is for a test to find.
func Copy[T any](c *Copier, v *T) (copied *T, bytes int) {
	run := run{Copier: c, seen: map[address]reflect.Value{}}
	run.detach(reflect.ValueOf(&v).Elem())
	return v, run.bytes
}

// run is one copying.
type run struct {
	*Copier
	seen  map[address]reflect.Value // the copies that have been made
	bytes int
}

// An address is where an original is: a struct and its first field are at the same place.
type address struct {
	at  unsafe.Pointer
	of  reflect.Type
	len int // of a slice
}

// detach makes v, which holds what its original holds, point to copies. v can be set.
func (r *run) detach(v reflect.Value) {
	t := v.Type()
	if r.isPlain(t) || r.kept[t] {
		return
	}
	switch t.Kind() {
	case reflect.Pointer:
		r.detachPointer(v)
	case reflect.Slice:
		r.detachSlice(v)
	case reflect.Map:
		r.detachMap(v)
	case reflect.Interface:
		r.detachInterface(v)
	case reflect.Array:
		for i := range v.Len() {
			r.detach(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Field(i)
			r.detach(reflect.NewAt(f.Type(), f.Addr().UnsafePointer()).Elem()) // an unexported one can be set then
		}
	default:
		panic(fmt.Sprintf("deepcopy: %v cannot be copied", t))
	}
}

func (r *run) detachPointer(v reflect.Value) {
	if v.IsNil() {
		return
	}
	from := address{v.UnsafePointer(), v.Type(), 1}
	copied, ok := r.seen[from]
	if !ok {
		copied = reflect.New(v.Type().Elem()).Convert(v.Type())
		copied.Elem().Set(v.Elem())
		r.bytes += int(v.Type().Elem().Size())
		r.seen[from] = copied
		r.detach(copied.Elem())
	}
	v.Set(copied)
}

// detachSlice copies a slice to its capacity, behind its length too: a buffer is used again.
func (r *run) detachSlice(v reflect.Value) {
	if v.IsNil() {
		return
	}
	n, whole := v.Len(), v.Slice(0, v.Cap())
	from := address{v.UnsafePointer(), v.Type(), v.Cap()}
	copied, ok := r.seen[from]
	if !ok {
		copied = reflect.MakeSlice(v.Type(), v.Cap(), v.Cap())
		reflect.Copy(copied, whole)
		r.bytes += v.Cap() * int(v.Type().Elem().Size())
		r.seen[from] = copied
		if !r.isPlain(v.Type().Elem()) {
			for i := range v.Cap() {
				r.detach(copied.Index(i))
			}
		}
	}
	v.Set(copied.Slice(0, n))
}

func (r *run) detachMap(v reflect.Value) {
	if v.IsNil() {
		return
	}
	from := address{v.UnsafePointer(), v.Type(), 0}
	copied, ok := r.seen[from]
	if !ok {
		copied = reflect.MakeMapWithSize(v.Type(), v.Len())
		r.seen[from] = copied
		for key, value := range v.Seq2() {
			copied.SetMapIndex(r.copyOf(key), r.copyOf(value))
		}
		r.bytes += v.Len() * int(v.Type().Key().Size()+v.Type().Elem().Size())
	}
	v.Set(copied)
}

func (r *run) detachInterface(v reflect.Value) {
	if !v.IsNil() {
		v.Set(r.copyOf(v.Elem()))
	}
}

func (r *run) copyOf(v reflect.Value) reflect.Value {
	copied := reflect.New(v.Type()).Elem()
	copied.Set(v)
	r.detach(copied)
	return copied
}

// isPlain says whether values of a type point to nothing that has to be copied.
func (c *Copier) isPlain(t reflect.Type) bool {
	plain, ok := c.plain[t]
	if ok {
		return plain
	}
	switch t.Kind() {
	case reflect.Struct:
		plain = true
		for i := range t.NumField() {
			plain = plain && c.isPlain(t.Field(i).Type)
		}
	case reflect.Array:
		plain = c.isPlain(t.Elem())
	case reflect.Pointer, reflect.Interface:
		plain = c.kept[t]
	case reflect.Slice, reflect.Map, reflect.Chan, reflect.UnsafePointer:
	default:
		plain = true // numbers, strings, functions
	}
	plain = plain || c.kept[t]
	c.plain[t] = plain
	return plain
}
