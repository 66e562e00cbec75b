package realtime

import (
	"sync"
	"time"
)

// A deadline is an instant that can be moved while it is waited for.
type deadline struct {
	mu    sync.Mutex
	moved int // how often, so that a timer knows whether it still counts
	over  chan struct{}
}

// passed returns a channel that is closed once the deadline has passed.
func (d *deadline) passed() <-chan struct{} {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.over
}

// set moves the deadline; the zero time removes it. Whoever is waiting for a deadline that has not passed now waits for
// the new one.
func (d *deadline) set(t time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.moved++
	select {
	case <-d.over:
		d.over = make(chan struct{})
	default:
	}
	switch left := time.Until(t); {
	case t.IsZero():
	case left <= 0:
		close(d.over)
	default:
		mine := d.moved
		time.AfterFunc(left, func() {
			d.mu.Lock()
			defer d.mu.Unlock()
			if d.moved == mine {
				close(d.over)
			}
		})
	}
}
