package scenario_test

import (
	"errors"
	"fmt"
	"math/big"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/game/scenario"
	"driftlab/internal/param"
)

// written returns a kept number, and a little more, in a unit of a scale.
func written(kept int64, more *big.Rat, s param.Suffix) string {
	x := new(big.Rat).Add(new(big.Rat).SetInt64(kept), more)
	x.Quo(x, new(big.Rat).SetFloat64(s.Scale))
	text := strings.TrimRight(strings.TrimRight(x.FloatString(40), "0"), ".")
	return text + s.Text
}

func TestARangeIsThatOfWhatWasWrittenInEveryUnit(t *testing.T) {
	t.Parallel()
	little := big.NewRat(1, 1e15)
	for i := range scenario.Keys() {
		k := &scenario.Keys()[i]
		if k.Text != nil || len(k.Choices) > 0 {
			continue
		}
		units := append([]param.Suffix{{Text: "", Scale: k.Unit.Scale}}, k.Unit.Also...)
		if k.Unit.Scale == 0 {
			units = []param.Suffix{{Text: "ns", Scale: 1}, {Text: "us", Scale: 1e3}, {Text: "ms", Scale: 1e6}, {Text: "s", Scale: 1e9}, {Text: "m", Scale: 60e9}, {Text: "h", Scale: 3600e9}}
		}
		for _, u := range units {
			exact := func(kept int64) bool { // 1/3 of a minute is none
				x := new(big.Rat).Quo(new(big.Rat).SetInt64(kept), new(big.Rat).SetFloat64(u.Scale))
				text, _ := new(big.Rat).SetString(x.FloatString(20))
				return text.Cmp(x) == 0
			}
			for _, end := range []struct {
				kept int64
				more *big.Rat
			}{{k.Max, little}, {k.Min, new(big.Rat).Neg(little)}} {
				if text := written(end.kept, new(big.Rat), u); exact(end.kept) {
					if got, err := k.Parse(text); err != nil || got != end.kept {
						t.Errorf("%s=%s: got %d, %v", k.Name, text, got, err)
					}
				}
				text := written(end.kept, end.more, u)
				var bad *param.ValueError
				if _, err := k.Parse(text); len(text) <= param.MaxNumber && (!errors.As(err, &bad) || bad.Fault != param.OutsideRange && bad.Fault != param.NotWhole) {
					t.Errorf("%s=%s is taken: %v", k.Name, text, err)
				}
			}
		}
	}
	for text, want := range map[string]string{
		"link.loss=100.0000000001%":                             "link.up.loss: 100.0000000001% is outside 0%..100%",
		"link.delay=30.0000000001s":                             "link.up.delay: 30.0000000001s is outside",
		"client.skew=1e400":                                     "is not a number",
		"client.skew=inf":                                       "client.skew: inf is outside",
		"client.skew=" + strings.Repeat("0", param.MaxNumber+1): "is not a number",
		"link.delay=1e5000000s":                                 "is not a duration",
		"link.loss=1e-1000000":                                  "",
		"link.loss=100.00%":                                     "",
		"link.up.queue=1.5kB":                                   "",
		"link.up.queue=1500.0000001":                            "is not a whole number",
	} {
		name, value, _ := strings.Cut(text, "=")
		_, err := scenario.ParseAssignment(name, value)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: got %v", text, err)
		}
	}
}

func TestADurationReadExactlyIsThatOfTheLibrary(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[-+]?([0-9]{0,9}(\.[0-9]{0,12})?(ns|us|µs|ms|s|m|h)){1,3}`).Draw(t, "text")
		d, err := time.ParseDuration(text)
		x, inexact := param.ExactDuration(text)
		if len(text) > param.MaxNumber || err != nil {
			if inexact == nil {
				t.Fatalf("%q is taken", text)
			}
			return
		}
		if inexact != nil {
			t.Fatalf("%q: %v", text, inexact)
		}
		off := new(big.Rat).Sub(x, new(big.Rat).SetInt64(int64(d)))
		if off.Abs(off).Cmp(big.NewRat(4, 1)) >= 0 { // the library drops what is below a nanosecond of each part
			t.Fatalf("%q is %s, and %d", text, x, d)
		}
	})
}

func TestAScenariosDurationIsNotRoundedIntoItsRange(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"8784.0000000000001h", "8784h0.0000000001s"} {
		if _, err := scenario.Parse("x", fmt.Sprintf("format = 3\nduration = %q\n", text)); err == nil || !strings.Contains(err.Error(), "is outside 1ns..8784h0m0s") {
			t.Errorf("%s: got %v", text, err)
		}
	}
}
