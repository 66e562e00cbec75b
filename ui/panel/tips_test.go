package panel

import (
	"testing"

	"driftlab/ui/widgets"
)

func TestATooltipComesToWhoRestsAndGoesWhenItIsRead(t *testing.T) {
	var p Tips
	frame := func(x int, text string) bool {
		p.At(float32(x), 0)
		p.Add(NewRect(0, 0, 1000, 10), text)
		return p.rest()
	}
	for x := range 50 { // passing by
		if frame(10*x, "what it is") {
			t.Fatalf("it appears at %d under a pointer that moves", x)
		}
	}
	const still = 700
	seen := 0
	for i := range 100 * 60 {
		if frame(still+i%2, "what it is") {
			seen++
		}
	}
	if want := widgets.TipFrames("what it is"); seen < want-1 || seen > want+1 {
		t.Errorf("it is seen in %d frames, want %d", seen, want)
	}
	frame(still+20, "what it is")
	shown := false
	for range 2 * tipAfter {
		shown = shown || frame(still+20, "what it is")
	}
	if !shown {
		t.Error("it does not come again where the pointer rests anew")
	}
	if frame(still+20, "") {
		t.Error("it is seen where there is nothing to say")
	}
	seen = 0
	for i := range 6 * tipAfter {
		if i == 2*tipAfter {
			p.Used() // a click
		}
		if frame(still+30+i/(3*tipAfter)*20, "what it is") {
			seen++
		}
	}
	if seen == 0 || seen > tipAfter+1 {
		t.Errorf("it is seen in %d frames, after a click on what it explains too", seen)
	}
	p.At(still, 500)
	shown = false
	for range 2 * tipAfter {
		shown = shown || frame(still, "what it is")
	}
	if !shown {
		t.Error("it does not come again once the pointer has been elsewhere")
	}
}
