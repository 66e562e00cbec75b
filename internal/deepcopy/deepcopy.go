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
	"iter"
	"reflect"
	"unsafe"
)

// Copy returns a copy of what v points to, and how many bytes it takes. A channel, or a pointer that
// Go does not know the type of, cannot be copied: that it panics is for a test to find.
func Copy[T any](c *Copier, v *T) (copied *T, bytes int) {
	run := run{Copier: c, seen: map[address]unsafe.Pointer{}}
	run.detach(c.plan(reflect.TypeFor[*T]()), unsafe.Pointer(&v))
	return v, run.bytes
}

// A Copying makes a copy in pieces. What is copied must stay as it is until it is done.
type Copying[T any] struct {
	run
	copied *T
	last   int // bytes of the last piece
	next   func() (struct{}, bool)
	stop   func()
}

// Begin begins a copy of what v points to. It has to be gone on with until it is done, or else to be stopped.
func Begin[T any](c *Copier, v *T) *Copying[T] {
	k := &Copying[T]{run: run{Copier: c, seen: map[address]unsafe.Pointer{}}, copied: v}
	k.next, k.stop = iter.Pull(func(yield func(struct{}) bool) {
		k.pause = func() {
			if !yield(struct{}{}) {
				panic(stopped{})
			}
		}
		defer func() {
			if r := recover(); r != nil && r != any(stopped{}) {
				panic(r)
			}
		}()
		k.detach(c.plan(reflect.TypeFor[*T]()), unsafe.Pointer(&k.copied))
	})
	return k
}

// Go copies about that many bytes more, and reports whether all is copied.
func (k *Copying[T]) Go(bytes int) (done bool) {
	before := k.bytes
	k.until = before + bytes
	_, more := k.next()
	k.last = k.bytes - before
	return !more
}

// Last returns how many bytes the last piece was: more than were asked for, where a value is that large.
func (k *Copying[T]) Last() int { return k.last }

// Copied returns the copy, once it is done, and how many bytes it takes.
func (k *Copying[T]) Copied() (copied *T, bytes int) { return k.copied, k.bytes }

// Stop gives the copy up, if it is not done.
func (k *Copying[T]) Stop() { k.stop() }

// stopped is what ends a copying that is given up.
type stopped struct{}

// run is one copying.
type run struct {
	*Copier
	seen  map[address]unsafe.Pointer // the copies that have been made
	bytes int
	until int    // it pauses at this many bytes
	pause func() // nil for none
}

// count counts what has been copied.
func (r *run) count(bytes int) {
	r.bytes += bytes
	if r.pause != nil && r.bytes >= r.until {
		r.pause()
	}
}

// An address is where an original is: a struct and its first field are at the same place.
type address struct {
	at  unsafe.Pointer
	of  *plan
	len int // of a slice
}

// detach makes the value at a place, which holds what its original holds, point to copies.
func (r *run) detach(p *plan, at unsafe.Pointer) {
	for i := range p.parts {
		part := &p.parts[i]
		at := unsafe.Add(at, part.offset)
		switch part.kind {
		case reflect.Pointer:
			r.detachPointer(part, (*unsafe.Pointer)(at))
		case reflect.Slice:
			r.detachSlice(part, (*slice)(at))
		case reflect.Map:
			r.detachMap(part, (*unsafe.Pointer)(at))
		case reflect.Interface:
			if v := reflect.NewAt(part.of, at).Elem(); !v.IsNil() {
				v.Set(r.copyOf(v.Elem()))
			}
		default:
			panic(fmt.Sprintf("deepcopy: %v cannot be copied", part.of))
		}
	}
}

func (r *run) detachPointer(p *part, at *unsafe.Pointer) {
	if *at == nil {
		return
	}
	from := address{*at, p.elem, 1}
	copied, ok := r.seen[from]
	if !ok {
		v := reflect.New(p.of.Elem())
		v.Elem().Set(reflect.NewAt(p.of.Elem(), *at).Elem())
		copied = v.UnsafePointer()
		r.seen[from] = copied
		r.count(int(p.size))
		r.detach(p.elem, copied)
	}
	*at = copied
}

// slice is how Go keeps one.
type slice struct {
	data     unsafe.Pointer
	len, cap int
}

// detachSlice copies a slice to its capacity, behind its length too: a buffer is used again.
func (r *run) detachSlice(p *part, at *slice) {
	if at.data == nil {
		return
	}
	from := address{at.data, p.elem, at.cap}
	copied, ok := r.seen[from]
	if !ok {
		v := reflect.MakeSlice(p.of, at.cap, at.cap)
		reflect.Copy(v, reflect.NewAt(p.of, unsafe.Pointer(at)).Elem().Slice(0, at.cap))
		copied = v.UnsafePointer()
		r.seen[from] = copied
		r.count(at.cap * int(p.size))
		if len(p.elem.parts) > 0 {
			for i := range at.cap {
				r.detach(p.elem, unsafe.Add(copied, uintptr(i)*p.size))
			}
		}
	}
	at.data = copied
}

func (r *run) detachMap(p *part, at *unsafe.Pointer) {
	if *at == nil {
		return
	}
	from := address{*at, p.elem, 0}
	copied, ok := r.seen[from]
	if !ok {
		whole := reflect.NewAt(p.of, unsafe.Pointer(at)).Elem()
		v := reflect.MakeMapWithSize(p.of, whole.Len())
		copied = v.UnsafePointer()
		r.seen[from] = copied
		for key, value := range whole.Seq2() {
			v.SetMapIndex(r.copyOf(key), r.copyOf(value))
		}
		r.count(whole.Len() * int(p.of.Key().Size()+p.size))
	}
	*at = copied
}

func (r *run) copyOf(v reflect.Value) reflect.Value {
	p := r.plan(v.Type())
	if len(p.parts) == 0 {
		return v
	}
	copied := reflect.New(v.Type())
	copied.Elem().Set(v)
	r.detach(p, copied.UnsafePointer())
	return copied.Elem()
}
