package ui

import (
	"html"
	"strings"
	"testing"

	"driftlab/ui/config"
	"driftlab/ui/draw"
)

func TestEachTermOfPeekersAdvantageIsNamedWhateverTheTextsSize(t *testing.T) {
	a := told(t, "lesson-peek", 1280, 720)
	to(t, a, 2)
	for _, language := range config.Languages() {
		for _, size := range walkSizes {
			for _, text := range roomTexts {
				a.prefer(func(s *config.Settings) { s.Scale, s.Language = text, language })
				check(t, a.resize(size.X, size.Y, 1))
				nextFrame(t, a)
				all := html.UnescapeString(strings.Join(written(t, a, func(c *draw.Canvas) { a.DrawWatch(c) }), " | "))
				for _, term := range []string{"up", "host", "down", "interpolation", "frame"} {
					if name := a.Words.T("peek.term-" + term); !strings.Contains(all, name+" ") {
						t.Errorf("%v at %d %%, in %s: no %q in %q", size, text, language, name, all)
					}
				}
			}
		}
	}
}
