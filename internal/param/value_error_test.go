package param

import "testing"

func TestARangeIsToldInTheUnitThatWasTyped(t *testing.T) {
	t.Parallel()
	share := Param{Name: "loss", Unit: Share, Max: 1e9}
	rate := Param{Name: "rate", Unit: BitRate, Min: 8000, Max: 1e9, Off: true}
	for _, c := range []struct {
		p          *Param
		text, want string
	}{
		{&share, "140%", "loss: 140% is outside 0%..100%"},
		{&share, "1.4", "loss: 1.4 is outside 0..1"},
		{&share, "x%", `loss: "x%" is not a number (range 0%..100%)`},
		{&rate, "5000Mbit", "rate: 5000Mbit is outside 0Mbit|0.008Mbit..1000Mbit"},
		{&rate, "1bit/s", "rate: 1bit/s is outside 0|8000..1000000000"},
	} {
		if _, err := c.p.Parse(c.text); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.text, err, c.want)
		}
	}
}
