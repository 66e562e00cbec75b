package panel

import (
	"regexp"
	"strings"
	"testing"

	"driftlab/assets"
	"driftlab/ui/uitest"
)

func TestEveryClockThatAnEngineOrATextHasTellsWhoUsesItAndItsLesson(t *testing.T) {
	for _, language := range assets.Languages() {
		lang := uitest.Language(t, language)
		for _, name := range []string{"unreal", "rtt2", "slot", "simpson", "timesync", "unity", "midline", "entities"} {
			text := ClockStory(lang, name)
			if !strings.Contains(text, lang.T("watch.users-"+name)) || !regexp.MustCompile(`(Lesson|Lektion) [0-9]+ `).MatchString(text) {
				t.Errorf("%s, %s: %q", language, name, text)
			}
		}
	}
}
