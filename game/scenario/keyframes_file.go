package scenario

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"driftlab/netsim"
)

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
