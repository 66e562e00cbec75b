package scenario

import (
	"slices"
	"time"

	"driftlab/netsim"
)

// MinOver and MaxOver bound over how long what an event sets may change: a step of [AnimationStep] at least, since over no time is
// at once.
const (
	MinOver = AnimationStep
	MaxOver = time.Hour
)

// validateOver reports an event whose settings cannot change over the time that it says.
func (ev *Event) validateOver() error {
	if ev.Over == 0 {
		return nil
	}
	if ev.Over < MinOver || ev.Over > MaxOver {
		return invalidf("over", "over: %v is outside %v..%v", ev.Over, MinOver, MaxOver)
	}
	if len(ev.Set) == 0 {
		return invalidf("over", "over: the event sets nothing")
	}
	for _, a := range ev.Set {
		if !a.Key().Animatable() {
			return invalidf("set."+a.Name(), "%s: cannot change over a time, only at once", a.Name())
		}
	}
	return nil
}

// over reads over how long what an event sets changes, 0 where it does not say: then it is at once.
func (t *table) over() time.Duration {
	if _, ok := t.values["over"]; !ok {
		return 0
	}
	d := t.duration("over", "", "2s")
	if t.err == nil && (d < MinOver || d > MaxOver) { // 0 s too, which [Event.validateOver] takes for at once
		t.fail("over", "%v is outside %v..%v", d, MinOver, MaxOver)
	}
	return d
}

// A drift is a table of settings with those of them that are on their way: by keyframes of one setting and one client, or of the
// world, each from where it stood to where an event takes it.
type drift struct {
	values valueTable
	eases  []Keyframes
}

// take has an event's settings hold, at once or over its time. What moved them before does so no more.
func (d *drift) take(ev *Event) {
	if ev.Over > 0 {
		// What is set begins its way.
		type spot struct{ client, key int }
		goals := map[spot]int64{}
		var order []spot
		for _, a := range settled(ev.Set) { // what is said of one client after what is said of all
			first, end := a.Client, a.Client+1
			if a.Client == 0 && !a.Key().world {
				first, end = 1, len(d.values)
				d.values[0][a.key].number = a.Value // what a client would have that nothing was said about
			}
			for client := first; client < end; client++ {
				at := spot{client, a.key}
				if _, ok := goals[at]; !ok {
					order = append(order, at)
				}
				goals[at] = a.Value
			}
		}
		d.eases = slices.DeleteFunc(d.eases, func(k Keyframes) bool { _, ok := goals[spot{k.Client, k.key}]; return ok })
		for _, at := range order {
			if from := d.values[at.client][at.key].number; from != goals[at] {
				d.eases = append(d.eases, Keyframes{at.client, at.key, []Keyframe{{ev.At, from}, {ev.At + netsim.Time(ev.Over), goals[at]}}})
			}
		}
		return
	}
	d.eases = slices.DeleteFunc(d.eases, func(k Keyframes) bool {
		return slices.ContainsFunc(ev.Set, func(a Assignment) bool { return a.key == k.key && a.Concerns(k.Client) })
	})
	d.values.store(ev.Set)
}

// move has keyframes move their setting to a value, and says whether that is another one for any client.
func (d *drift) move(k *Keyframes, v int64) (a Assignment, moved bool) {
	a = Assignment{Client: k.Client, key: k.key, Value: v}
	rows := d.values
	if k.Client > 0 {
		rows = rows[k.Client : k.Client+1]
	}
	for _, row := range rows {
		moved = moved || row[k.key].number != v
		row[k.key] = value{number: v}
	}
	return a, moved
}

// catchUp brings what is on its way to where the latest step before an instant, or at it, has it.
func (d *drift) catchUp(now netsim.Time) {
	step := now / netsim.Time(AnimationStep) * netsim.Time(AnimationStep)
	for i := range d.eases {
		if k := &d.eases[i]; step >= k.Points[0].At {
			d.move(k, k.At(step))
		}
	}
	d.arrive(now)
}

// arrive forgets what has come to its end by an instant.
func (d *drift) arrive(now netsim.Time) {
	d.eases = slices.DeleteFunc(d.eases, func(k Keyframes) bool { _, last := k.Span(); return last <= now })
}

// pairs returns a copy that has of what is on its way only what has to go together with another setting.
func (d *drift) pairs() drift {
	c := make(valueTable, len(d.values))
	for i := range d.values {
		c[i] = slices.Clone(d.values[i])
	}
	return drift{c, slices.DeleteFunc(slices.Clone(d.eases), func(k Keyframes) bool { return k.Key().With == "" })}
}

// takePairs is take for a check of settings that must go together. Of what an event sets over a time, all other settings take
// effect at once. It reports settings that are each in range and do not go together, now or where keyframes or the event take them.
func (d *drift) takePairs(ev *Event, keyframes []Keyframes) error {
	d.catchUp(ev.At)
	if ev.Over > 0 {
		paired, alone := *ev, *ev
		paired.Set = slices.DeleteFunc(slices.Clone(ev.Set), func(a Assignment) bool { return a.Key().With == "" })
		alone.Set = slices.DeleteFunc(slices.Clone(ev.Set), func(a Assignment) bool { return a.Key().With != "" })
		alone.Over = 0
		d.take(&alone)
		ev = &paired
	}
	d.take(ev)
	if !touchesPair(ev.Set) {
		return nil
	}
	return d.values.checkWith(slices.Concat(keyframes, d.eases), ev.Set)
}
