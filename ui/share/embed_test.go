package share

import (
	"slices"
	"strings"
	"testing"

	"driftlab/lesson"
)

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
