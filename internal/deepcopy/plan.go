package deepcopy

import (
	"reflect"
	"sync"
)

// A Copier copies values. Functions are kept: what they have captured must not change. It looks through each type
// once, so it is worth keeping, and several goroutines may copy with it at once.
type Copier struct {
	kept  map[reflect.Type]bool
	mu    sync.Mutex
	plans map[reflect.Type]*plan
}

// New returns a Copier that leaves values of the kept types alone: the copy has the same ones. That is
// for what never changes, and for what the caller replaces.
func New(kept ...reflect.Type) *Copier {
	c := &Copier{kept: map[reflect.Type]bool{}, plans: map[reflect.Type]*plan{}}
	for _, t := range kept {
		c.kept[t] = true
	}
	return c
}

// A plan is what of the values of a type has to be detached: nothing, where they point to nothing that has to be copied.
type plan struct{ parts []part }

// A part is a pointer, a slice, a map or an interface in a value, or what cannot be copied.
type part struct {
	kind   reflect.Kind
	of     reflect.Type
	offset uintptr
	elem   *plan   // of what it points to; of a map's values
	size   uintptr // of one of those
}

// plan returns that of a type.
func (c *Copier) plan(t reflect.Type) *plan {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.make(t)
}

// make is plan for those who have locked.
func (c *Copier) make(t reflect.Type) *plan {
	p := c.plans[t]
	if p == nil {
		p = &plan{}
		c.plans[t] = p // before its parts, which may point to such values again
		c.add(p, t, 0)
	}
	return p
}

// add adds to a plan what is to be detached of a value of a type that lies at an offset.
func (c *Copier) add(p *plan, t reflect.Type, offset uintptr) {
	if c.kept[t] {
		return
	}
	some := part{kind: t.Kind(), of: t, offset: offset}
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			c.add(p, f.Type, offset+f.Offset)
		}
		return
	case reflect.Array:
		for i, before := 0, len(p.parts); i < t.Len() && (i == 0 || len(p.parts) > before); i++ {
			c.add(p, t.Elem(), offset+uintptr(i)*t.Elem().Size())
		}
		return
	case reflect.Pointer, reflect.Slice, reflect.Map:
		some.elem, some.size = c.make(t.Elem()), t.Elem().Size()
	case reflect.Interface, reflect.Chan, reflect.UnsafePointer:
	default: // numbers, strings, functions
		return
	}
	p.parts = append(p.parts, some)
}
