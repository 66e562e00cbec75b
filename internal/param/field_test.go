package param

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// thing has a setting of each kind.
type thing struct {
	wait  time.Duration
	share float64
	size  int
	kept  bool
	mode  uint8
	list  *list
}

type list struct{ text string }

func (l *list) String() string { return l.text }

var things = []Field[thing]{
	Int(Param{Name: "wait", Unit: Duration, Min: 1e6, Max: 1e9, Default: 5e6, Off: true}, func(t *thing) *time.Duration { return &t.wait }),
	Float(Param{Name: "share", Unit: Share, Max: 999e6, Default: 1e6}, func(t *thing) *float64 { return &t.share }),
	Int(Param{Name: "size", Unit: Bytes, Min: 10, Max: 100, Default: 20, Unset: true}, func(t *thing) *int { return &t.size }),
	Bool(Param{Name: "kept", Unit: Choice, Choices: []string{"any", "kept"}}, func(t *thing) *bool { return &t.kept }),
	Int(Param{Name: "mode", Unit: Choice, Choices: []string{"a", "b", "c"}, Default: 2}, func(t *thing) *uint8 { return &t.mode }),
	Content(Param{Name: "list", Unit: List, Text: ListOf(func(text string) (*list, error) { return &list{text}, nil })},
		func(t *thing) *list { return t.list }, func(t *thing, l *list) { t.list = l }),
}

func TestAFieldGivesBackWhatItWasGiven(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		f := &things[rapid.IntRange(0, 4).Draw(t, "field")]
		lo, hi := f.Bounds()
		v := rapid.Int64Range(lo, hi).Draw(t, "value")
		var x thing
		f.Set(&x, v)
		if got := f.Get(&x); got != v {
			t.Errorf("%s: %d became %d", f.Name, v, got)
		}
		if got, err := f.Parse(f.Format(v)); err != nil || got != v {
			t.Errorf("%s: %s is read as %d, %v", f.Name, f.Format(v), got, err)
		}
	})
}

func TestDefaultsAreInTheirRanges(t *testing.T) {
	t.Parallel()
	x := Defaults(things)
	if x != (thing{wait: 5e6, share: 0.001, size: 20, mode: 2}) {
		t.Errorf("the defaults are %+v", x)
	}
	if err := Validate(things, &x); err != nil {
		t.Error(err)
	}
}

func TestAStructIsRefusedWithNameValueAndRange(t *testing.T) {
	t.Parallel()
	for want, change := range map[string]func(*thing){
		"wait: 1.000000001s is outside 0s|1ms..1s": func(x *thing) { x.wait = 1e9 + 1 },
		"wait: -1ns is outside 0s|1ms..1s":         func(x *thing) { x.wait = -1 },
		"share: NaN is outside 0..0.999":           func(x *thing) { x.share = math.NaN() },
		"share: 0.9990000000000001 is outside 0..0.999": func(x *thing) {
			x.share = math.Nextafter(0.999, 1)
		},
		"size: 9 is outside 10..100": func(x *thing) { x.size = 9 },
		"mode: 3 is outside a|b|c":   func(x *thing) { x.mode = 3 },
		"": func(x *thing) {
			x.wait, x.share, x.size = 0, 0.999, 0
		},
	} {
		x := Defaults(things)
		change(&x)
		got := ""
		if err := Validate(things, &x); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestATextIsPutWhereItIsKept(t *testing.T) {
	t.Parallel()
	f := &things[len(things)-1]
	content, err := f.Text.Parse("3,7")
	if err != nil {
		t.Fatal(err)
	}
	var x thing
	if none := f.Content(&x); none != nil {
		t.Errorf("it is %v before", none)
	}
	f.Put(&x, content)
	if f.Content(&x) != any(x.list) || x.list == nil || x.list.text != "3,7" || f.Standard() != None || f.Range() != "none|LIST" || f.Get(&x) != 0 {
		t.Errorf("got %+v, standard %s, range %s", x, f.Standard(), f.Range())
	}
}
