package scenario

import (
	"fmt"
	"math/big"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"time"

	"driftlab/netsim"
)

// Keyframes move one setting of one client, or of all, along straight lines between points in time.
// Before the first point and after the last they leave it alone; what an event sets in between lasts
// until their next step.
type Keyframes struct {
	Client int // 0 means all clients, or the session where the key is the world's
	key    int
	Points []Keyframe // in order of time, at least two
}

// A Keyframe is a point.
type Keyframe struct {
	At    netsim.Time
	Value int64 // the kept integer
}

const (
	// AnimationStep is how often keyframes move their settings, at whole multiples of it since the start.
	AnimationStep = 50 * time.Millisecond

	maxKeyframes = 10_000 // points of one
)

// NewKeyframes returns keyframes of a key, for all clients and without points.
func NewKeyframes(k *Key) Keyframes { return Keyframes{key: indexOf(k.Name)} }

// Key returns the key that is moved.
func (k *Keyframes) Key() *Key { return &keys[k.key] }

// Name returns the key as it is written, with the client it is for.
func (k *Keyframes) Name() string { return Assignment{Client: k.Client, key: k.key}.Name() }

// Animatable says whether keyframes can move the key: it is a number, may change while the session runs,
// and all that lies between two values of it is allowed too. A clock would restart at every step.
func (k *Key) Animatable() bool {
	_, clock := k.group.(*ClockGroup)
	return !clock && len(k.Choices) == 0 && k.Text == nil && !k.fixed && !k.Off && !k.Steady
}

// At returns the value at a time, that of the nearest point outside of them. From no limit, or to none, it goes at the later of
// two points.
func (k *Keyframes) At(t netsim.Time) int64 {
	i, _ := slices.BinarySearchFunc(k.Points, t, func(p Keyframe, t netsim.Time) int { return int(min(max(p.At-t, -1), 1)) })
	switch {
	case i == 0:
		return k.Points[0].Value
	case i == len(k.Points):
		return k.Points[i-1].Value
	}
	a, b := k.Points[i-1], k.Points[i]
	if keys[k.key].Free && (a.Value == 0 || b.Value == 0) && t < b.At {
		return a.Value
	}
	return a.Value + share(b.Value-a.Value, uint64(t-a.At), uint64(b.At-a.At))
}

// Mean returns the average of a value from an instant to a later one, none of them before the first point. What the means of
// successive spans of one length add up to is never further from the line's own sum than one kept part over one such span.
func (k *Keyframes) Mean(from, to netsim.Time) int64 {
	twice := big.NewInt(2 * int64(to-from))
	end, begin := k.sum(to), k.sum(from)
	return k.Points[0].Value + end.Div(end, twice).Int64() - begin.Div(begin, twice).Int64()
}

// sum returns twice the area, over time, that lies between the line and its first value up to an instant. Products of values and
// times need up to 120 bits.
func (k *Keyframes) sum(t netsim.Time) *big.Int {
	all := new(big.Int)
	for i, p := range k.Points {
		if t <= p.At {
			break
		}
		next := Keyframe{t, p.Value} // after the last point it stays there
		if i+1 < len(k.Points) {
			next = k.Points[i+1]
		}
		passed := big.NewInt(int64(min(t, next.At) - p.At))
		rise := big.NewInt(next.Value - p.Value)
		rise.Mul(rise, passed).Mul(rise, passed).Div(rise, big.NewInt(int64(next.At-p.At)))
		all.Add(all, rise).Add(all, passed.Mul(passed, big.NewInt(2*(p.Value-k.Points[0].Value))))
	}
	return all
}

// share returns v·part/whole rounded towards zero, part ≤ whole, for products beyond 64 bits too.
func share(v int64, part, whole uint64) int64 {
	if v < 0 {
		return -share(-v, part, whole)
	}
	hi, lo := bits.Mul64(uint64(v), part)
	q, _ := bits.Div64(hi, lo, whole)
	return int64(q)
}

// StepAfter returns the first step of the animation that is not before t.
func StepAfter(t netsim.Time) netsim.Time {
	step := netsim.Time(AnimationStep)
	return (t + step - 1) / step * step
}

// Span returns the first and the last step at which the setting is moved.
func (k *Keyframes) Span() (first, last netsim.Time) {
	return StepAfter(k.Points[0].At), StepAfter(k.Points[len(k.Points)-1].At)
}

func (k *Keyframes) validate(clients int) error {
	key := k.Key()
	switch {
	case k.Client < 0 || k.Client > clients:
		return invalidf("key", "key: %s: client %d is outside 1..%d", k.Name(), k.Client, clients)
	case key.world && k.Client > 0:
		return invalidf("key", "key: %s: there is one for the session, not one per client", key.Name)
	case !key.Animatable():
		return invalidf("key", "key: %s: keyframes cannot move it", k.Name())
	case len(k.Points) < 2 || len(k.Points) > maxKeyframes:
		return invalidf("points", "points: %d is outside 2..%d", len(k.Points), maxKeyframes)
	}
	for i, p := range k.Points {
		at := fmt.Sprintf("points[%d]", i+1)
		switch {
		case p.At < 0 || p.At > netsim.Time(MaxDuration):
			return invalidf(at, "%s: %v is outside 0s..%v", at, time.Duration(p.At), MaxDuration)
		case i > 0 && p.At <= k.Points[i-1].At:
			return invalidf(at, "%s: %v is not after the point before it, at %v", at, time.Duration(p.At), time.Duration(k.Points[i-1].At))
		case p.Value < key.Min || p.Value > key.Max:
			return invalidf(at, "%s: %s: %s is outside %s", at, k.Name(), key.Format(p.Value), key.Range())
		}
	}
	return nil
}

func (sc *Scenario) validateKeyframes() error {
	for i := range sc.Keyframes {
		k := &sc.Keyframes[i]
		at := fmt.Sprintf("keyframes[%d].", i+1)
		if bad, ok := k.validate(sc.Clients).(invalid); ok {
			return bad.within(at, fmt.Sprintf("keyframes %d", i+1))
		}
		for j := range i {
			if other := &sc.Keyframes[j]; k.key == other.key && (k.Client == other.Client || k.Client == 0 || other.Client == 0) {
				return invalidf(at+"key", "keyframes %d: key: %s: keyframes %d move it already", i+1, k.Name(), j+1)
			}
		}
	}
	return nil
}

// checkWith reports settings each of which is in range and which do not go together, here or where the
// keyframes take them. Where a setting does not go together with another its largest values are what counts. It looks at the
// clients that what has been set concerns, at all of them if that is nil.
func (values valueTable) checkWith(keyframes []Keyframes, set []Assignment) error {
	if err := values.check(set); err != nil {
		return err
	}
	var most []Assignment
	for i := range keyframes {
		k := &keyframes[i]
		if k.Key().With == "" || set != nil && k.Client > 0 && !concerns(set, k.Client) {
			continue
		}
		top := Assignment{Client: k.Client, key: k.key}
		for _, p := range k.Points {
			top.Value = max(top.Value, p.Value)
		}
		most = append(most, top)
	}
	if most == nil {
		return nil
	}
	values = slices.Clone(values)
	for client := range values {
		if concerns(set, client) {
			values[client] = slices.Clone(values[client])
			values.storeOf(client, most)
		}
	}
	return values.check(set)
}

// pinKeyframes takes a setting that is pinned out of the keyframes, and says whether it was in any.
func (sc *Scenario) pinKeyframes(pin Assignment) (was bool) {
	var left []Keyframes
	for _, k := range sc.Keyframes {
		switch {
		case k.key != pin.key || k.Client != 0 && pin.Client != 0 && k.Client != pin.Client:
			left = append(left, k)
			continue
		case k.Client == 0 && pin.Client != 0: // they go on to move that of the other clients
			for client := 1; client <= sc.Clients; client++ {
				if client != pin.Client {
					left = append(left, Keyframes{client, k.key, k.Points})
				}
			}
		}
		was = true
	}
	sc.Keyframes = left
	return was
}

// keyframes reads one table of keyframes: one for each direction where the key names both of a link.
func (t *table) keyframes() (all []Keyframes) {
	t.only("key", "points")
	name := t.text("key")
	client, plain, err := splitClient(name)
	if err != nil {
		t.fault("key", err)
	}
	for _, full := range spread(plain) {
		i := indexOf(full)
		if i < 0 {
			t.fault("key", fmt.Errorf("key: %w", unknownKey(name, plain)))
			return nil
		}
		if !keys[i].Animatable() {
			t.fault("key", fmt.Errorf("key: %s: keyframes cannot move it", name))
			return nil
		}
		all = append(all, Keyframes{Client: client, key: i})
	}
	v, ok := t.values["points"]
	points, isArray := v.([]any)
	switch {
	case !ok:
		t.fail("points", "is missing, such as [[\"2s\", 1], [\"4s\", 0.25]]")
	case !isArray:
		t.fail("points", "%s is not an array such as [[\"2s\", 1], [\"4s\", 0.25]]", shown(v))
	}
	for i, point := range points {
		t.keyframe(fmt.Sprintf("points[%d]", i+1), point, all)
	}
	return all
}

// keyframe reads one point.
func (t *table) keyframe(at string, point any, all []Keyframes) {
	pair, _ := point.([]any)
	if len(pair) != 2 {
		t.fail(at, "%s is not a time and a value, such as [\"2s\", 1]", shown(point))
		return
	}
	text, _ := pair[0].(string)
	when, err := time.ParseDuration(text)
	if err != nil {
		t.fail(at+"[1]", "%s is not a duration with its unit, such as 2s", shown(pair[0]))
	}
	for k := range all {
		value, err := settingText(at+"[2]", pair[1])
		if err != nil {
			t.fault(at+"[2]", err)
			return
		}
		number, err := Assignment{Client: all[k].Client, key: all[k].key}.named().Parse(value)
		if err != nil {
			t.fault(at+"[2]", err)
		}
		all[k].Points = append(all[k].Points, Keyframe{netsim.Time(when), number})
	}
}

func (k *Keyframes) write(b *strings.Builder) {
	fmt.Fprintf(b, "\n[[keyframes]]\nkey = %q\npoints = [", k.Name())
	for i, p := range k.Points {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(b, "[%q, %s]", time.Duration(p.At), strconv.Quote(k.Key().Format(p.Value)))
	}
	b.WriteString("]\n")
}
