package netsim

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// An impairment is what a field of Settings belongs to.
type impairment int

const (
	losing impairment = iota // losses other than the queue's
	doubling
	queueing
	delaying // and overtaking
	ordering
	streaming
)

// fieldDraws says of every field of Settings which impairment it belongs to and how to draw a value
// of it that is valid whatever the others are.
func fieldDraws(t *rapid.T) map[string]struct {
	impairment
	draw func() any
} {
	type field = struct {
		impairment
		draw func() any
	}
	share := func() any { return rapid.Float64Range(0, 1).Draw(t, "share") }
	duration := func(least, most time.Duration) func() any {
		return func() any { return time.Duration(rapid.Int64Range(int64(least), int64(most)).Draw(t, "time")) }
	}
	some := func(all ...any) func() any {
		return func() any { return all[rapid.IntRange(0, len(all)-1).Draw(t, "which")] }
	}
	whole := func(least, most int) func() any {
		return func() any { return rapid.IntRange(least, most).Draw(t, "whole") }
	}
	flag := some(true, false)
	known := map[string]field{
		"Delay":        {delaying, duration(0, time.Second)},
		"Jitter":       {delaying, duration(0, time.Second)},
		"Distribution": {delaying, func() any { return rapid.SampledFrom(Distributions()).Draw(t, "distribution") }},
		"Correlation":  {delaying, func() any { return rapid.Float64Range(0, MaxCorrelation).Draw(t, "correlation") }},
		"NetemWay":     {delaying, flag},
		"Recording":    {delaying, some((*Recording)(nil), someRecording)},
		"HoldLast":     {delaying, flag},
		"RouteStep":    {delaying, duration(0, time.Second)},
		"RouteEvery":   {delaying, duration(MinPeriod, time.Second)},
		"Loss":         {losing, func() any { return rapid.Float64Range(0, 0.5).Draw(t, "loss") }},
		"LossBurst":    {losing, func() any { return rapid.SampledFrom([]float64{0, 1, 2, 4, 30}).Draw(t, "burst") }},
		"Chain": {losing, func() any {
			return LossChain{share().(float64), share().(float64), share().(float64), share().(float64)}
		}},
		"LossList":     {losing, some((*LossList)(nil), &LossList{[]span{{3, 9}, {20, 20}}})},
		"OutageFor":    {losing, duration(0, time.Second)},
		"OutageEvery":  {losing, duration(MinPeriod, time.Second)},
		"MTU":          {losing, whole(MinMTU, 1400)},
		"Duplicate":    {doubling, share},
		"Reorder":      {delaying, share},
		"ReorderGap":   {delaying, whole(0, 20)},
		"InOrder":      {ordering, flag},
		"Rate":         {queueing, func() any { return rapid.Int64Range(0, 1e6).Draw(t, "rate") }},
		"Trace":        {queueing, some((*Trace)(nil), someTrace)},
		"Queue":        {queueing, func() any { return rapid.Int64Range(MinQueue, 10_000).Draw(t, "queue") }},
		"QueuePackets": {queueing, whole(0, 10)},
		"CoDel":        {queueing, flag},
		"Cross":        {queueing, func() any { return rapid.Float64Range(0, 2).Draw(t, "cross") }},
		"CrossOn":      {queueing, duration(MinPeriod, time.Second)},
		"CrossEvery":   {queueing, duration(MinPeriod, time.Second)},
		"ReorderLead":  {delaying, duration(0, time.Second)},
		"Stream":       {streaming, some(false)},
		"MinRTO":       {streaming, duration(time.Millisecond, time.Second)},
	}
	groups := map[string]impairment{"delay": delaying, "loss": losing, "queue": queueing, "stream": streaming}
	for _, stage := range stages {
		for i := range stage.Settings {
			f := &stage.Settings[i]
			name, ok := fieldOf(f)
			if _, said := known[name]; ok && !said {
				known[name] = field{groups[stage.Group], func() any {
					var s Settings
					f.Set(&s, rapid.Int64Range(f.Min, f.Min+(f.Max-f.Min)/1000).Draw(t, name))
					return reflect.ValueOf(s).FieldByName(name).Interface()
				}}
			}
		}
	}
	return known
}

// fieldOf returns which field of Settings a number is.
func fieldOf(f *setting) (name string, ok bool) {
	var s Settings
	if f.Text == nil && len(f.Choices) == 0 {
		f.Set(&s, f.Max)
	}
	for i := range reflect.TypeFor[Settings]().NumField() {
		if !reflect.ValueOf(s).Field(i).IsZero() {
			return reflect.TypeFor[Settings]().Field(i).Name, true
		}
	}
	return "", false
}

var (
	someRecording, _, _ = ReadRecordings("some", strings.NewReader("t_ms,delay_ms\n0,10\n300,500\n900,20\n"))
	someTrace, _        = ReadTrace("some", strings.NewReader("0\n5\n5\n9\n40\n"))
)

// TestChangingOneSettingChangesNoOtherLuck is what makes a comparison of two worlds fair. For all
// settings, and any one of them changed, every stage that the change does not belong to does with each
// datagram, and with the duplicate of each, what it did before.
func TestChangingOneSettingChangesNoOtherLuck(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		fields := fieldDraws(t)
		var a Settings
		names := reflect.TypeFor[Settings]()
		for i := range names.NumField() {
			f, ok := fields[names.Field(i).Name]
			if !ok {
				t.Fatalf("nothing is known of the field %s", names.Field(i).Name)
			}
			if rapid.Bool().Draw(t, names.Field(i).Name) {
				reflect.ValueOf(&a).Elem().Field(i).Set(reflect.ValueOf(f.draw()))
			}
		}
		b := a
		i := rapid.IntRange(0, names.NumField()-1).Draw(t, "changed")
		changed := fields[names.Field(i).Name]
		reflect.ValueOf(&b).Elem().Field(i).Set(reflect.ValueOf(changed.draw()))
		a, b = reachable(a), reachable(b)

		seed := rapid.Uint64().Draw(t, "seed")
		la, errA := NewLink(seed, 1, a)
		lb, errB := NewLink(seed, 1, b)
		if errA != nil || errB != nil {
			t.Fatal(errA, errB)
		}
		var now Time
		for k := range uint64(100) {
			now += Time(rapid.IntRange(0, int(50*time.Millisecond)).Draw(t, "gap"))
			size := rapid.IntRange(0, MaxDatagram).Draw(t, "size")
			pa, pb := la.pass(now, 0, size), lb.pass(now, 0, size)
			what := fmt.Sprintf("%s, datagram %d", names.Field(i).Name, k)
			compareVerdicts(t, what, a, changed.impairment, pa.verdict, pb.verdict)
			switch {
			case changed.impairment == doubling:
			case pa.duplicated != pb.duplicated:
				t.Fatalf("%s: duplicated %v became %v", what, pa.duplicated, pb.duplicated)
			case pa.duplicated:
				compareVerdicts(t, what+"'s duplicate", a, changed.impairment, pa.duplicate, pb.duplicate)
			}
			if changed.impairment != delaying {
				// Behind a queue that changed, the delay is not seen from outside.
				delay := func(l *Link) time.Duration {
					return l.propagation.base(now) + l.propagation.extra(alone(l.luck, k), now)
				}
				da, db := delay(la), delay(lb)
				oa, ob := la.reordering.overtakes(alone(la.luck, k)), lb.reordering.overtakes(alone(lb.luck, k))
				if da != db || oa != ob {
					t.Fatalf("%s: delay %v became %v, overtaking %v became %v", what, da, db, oa, ob)
				}
			}
		}
	})
}

// compareVerdicts checks what two worlds with the settings s, but for those of one impairment, do with
// the same copy of a datagram.
func compareVerdicts(t *rapid.T, what string, s Settings, changed impairment, a, b verdict) {
	byQueue := func(c Cause) bool { return c == QueueFull || c == QueueSlow }
	lost := func(v verdict) Cause {
		if byQueue(v.cause) {
			return NotLost
		}
		return v.cause
	}
	if changed != losing && lost(a) != lost(b) {
		t.Fatalf("%s: lost by %q became %q", what, a.cause, b.cause)
	}
	sameQueue := changed != queueing && (changed != doubling || s.Rate == 0 && s.Trace == nil)
	bothSeen := lost(a) == NotLost && lost(b) == NotLost // other losses hide the queue's
	if sameQueue && bothSeen && a.cause != b.cause {
		t.Fatalf("%s: dropped by %q became %q", what, a.cause, b.cause)
	}
	sameOrder := changed != ordering && !s.InOrder // in order, a datagram waits for those that are not lost
	if sameQueue && sameOrder && changed != delaying && a.due != b.due {
		t.Fatalf("%s: due at %v became %v", what, a.due, b.due)
	}
}
