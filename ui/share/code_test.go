package share

import (
	"slices"
	"strings"
	"testing"

	"driftlab/lesson"
)

func TestAnAddressIsShownAsACode(t *testing.T) {
	pixels, side, err := codePixels("https://host/?lesson=8", 300)
	if err != nil || side > 300 || side < 200 || len(pixels) != 4*side*side {
		t.Fatalf("%d pixels, side %d, %v", len(pixels), side, err)
	}
	dots := 25 + 2*codeEdge // 22 characters of text have version 2
	dot := side / dots
	dark := func(x, y int) bool { return pixels[4*((codeEdge+y)*dot*side+(codeEdge+x)*dot)] == 0 }
	for i := range dots {
		if x := i - codeEdge; dark(x, -1) || dark(x, 25) || dark(-1, x) || dark(25, x) {
			t.Errorf("there is no white around the code at %d", x)
		}
	}
	for _, corner := range [][2]int{{0, 0}, {18, 0}, {0, 18}} { // the three marks by which a code is found
		for i := range 7 {
			if x, y := corner[0], corner[1]; !dark(x+i, y) || !dark(x, y+i) || !dark(x+6, y+i) || !dark(x+i, y+6) || !dark(x+3, y+3) || dark(x+1, y+1) {
				t.Errorf("there is no mark at %v", corner)
			}
		}
	}
}

func TestACodeIsShownOfWhatFitsIntoOne(t *testing.T) {
	a := newRig(t, "accuracy-asymmetric")
	before := ""
	a.Opt.Link = func(text string) string { return "https://host/" + before + "#" + text }
	a.room.showCode()
	if a.Lines.Fault != "" || !a.root.Covered() {
		t.Errorf("no code is shown: %q", a.Lines.Fault)
	}
	before = strings.Repeat("x", maxCode)
	a.room.showCode()
	if !strings.Contains(a.Lines.Fault, "too long for a code") {
		t.Errorf("of a long address it says %q", a.Lines.Fault)
	}
}

func TestAnotherPageShowsASessionAsWasChosen(t *testing.T) {
	a, p := newShareRoom(t)
	var asked []any
	a.Opt.Embed = func(text, lesson string, bare, autoplay bool) string {
		asked = []any{strings.HasPrefix(text, "driftlab1:"), lesson, bare, autoplay}
		return `https://host/?a=1&b="2"#x`
	}
	a.room.chooseEmbedding()
	if !a.root.Covered() {
		t.Error("nothing asks how")
	}
	for _, c := range []struct {
		e           embedding
		want, ratio string
	}{
		{a.room.embedding, `width="960" height="540"`, "960/540"},
		{embedding{size: 2, bare: true, autoplay: true}, `width="1280" height="720"`, "1280/720"},
	} {
		a.room.embedding = c.e
		a.room.copyEmbedding()
		a.answer()
		if want := `<iframe src="https://host/?a=1&amp;b=&#34;2&#34;#x" ` + c.want; !strings.HasPrefix(p.text, want) {
			t.Errorf("of %+v it copies %s", c.e, p.text)
		}
		if !strings.Contains(p.text, "; aspect-ratio:"+c.ratio+`"`) {
			t.Errorf("of %+v it copies %s", c.e, p.text)
		}
		if want := ` title="Driftlab: ` + a.Picture.TitleText() + `"></iframe>`; !strings.HasSuffix(p.text, want) {
			t.Errorf("of %+v it copies %s, not %s", c.e, p.text, want)
		}
		if want := []any{true, "", c.e.bare, c.e.autoplay}; !slices.Equal(asked, want) {
			t.Errorf("of %+v it asks for %v", c.e, asked)
		}
	}
}

func TestALessonInAnotherPageHasItsNameAndTitle(t *testing.T) {
	a := newRig(t, "lesson-asymmetric")
	a.Picture.Taught.Lesson = lesson.Numbered(8)
	p := &paper{}
	a.room.system = p
	a.Opt.Embed = func(_, lesson string, _, _ bool) string { return "https://host/?scenario=" + lesson }
	a.room.copyEmbedding()
	a.answer()
	if !strings.HasPrefix(p.text, `<iframe src="https://host/?scenario=lesson-asymmetric" `) || !strings.HasSuffix(p.text, ` title="Driftlab: A wrong answer they all agree on"></iframe>`) {
		t.Errorf("it copies %s", p.text)
	}
}
