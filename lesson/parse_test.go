package lesson

import (
	"regexp"
	"testing"
)

func TestBadLessonsAreRefusedByWhatIsWrong(t *testing.T) {
	const head = "format = 2\n[lesson]\n"
	const figure = head + "[[lesson.figure]]\nname = 'x'\n"
	for _, test := range []struct{ name, text, want string }{
		{"no figure", head, `lesson "x.toml": lesson.figure: there is none`},
		{"unknown key", head + "colour = 1\n", `lesson "x.toml": unknown key "lesson.colour"`},
		{"speed", head + "speed = 100\n", `lesson.speed: 100 is outside 0.125..64`},
		{"unknown measure", figure + "measure = 'luck'\n", `lesson.figure 1: measure: "luck" is unknown`},
		{"unknown client", figure + "measure = 'error'\nclient = 4\n", `lesson.figure 1: client: 4 is outside 0..3`},
		{"no client", figure + "measure = 'error'\n", `client: error is of one client`},
		{"unknown algorithm", figure + "measure = 'error'\nclient = 1\nalgorithm = 'sundial'\n", `unknown algorithm "sundial"`},
		{"unknown world", figure + "measure = 'error'\nclient = 1\nworld = 'mars'\n", `world: "mars" is none of the lesson's`},
		{"no time", figure + "measure = 'error'\nclient = 1\nafter = '4'\n", `after: "4" is not a duration above zero with its unit`},
		{"half a range", figure + "measure = 'error'\nclient = 1\nleast = 4\n", `least, most: are not a range`},
		{"a range upside down", figure + "measure = 'error'\nclient = 1\nleast = 4\nmost = 3.0\n", `least, most: are not a range`},
		{"bad scenario", "format = 2\nseed = -1\n", `scenario "x.toml", line 2: seed: -1 is outside`},
		{"bad world", "format = 2\n[[world]]\nname = 'One'\n", `line 3: name: "One" is not a name of small letters, digits and hyphens`},
		{"two worlds of a name", "format = 2\n[[world]]\nname = 'a'\n[[world]]\nname = 'a'\n", `line 5: name: "a": another world has it`},
		{"a world that does not go together", "format = 2\n[[world]]\nname = 'a'\n[world.set]\nclient9.skew = 1\n", `line 4: world "a": client9.skew: client 9 is outside 1..3`},
		{"a caption in German only", "format = 2\n[[event]]\nat = '0s'\ncaption.de = 'x'\n", `line 4: caption.en: is missing`},
		{"a caption that is no text", "format = 2\n[[event]]\nat = '0s'\ncaption.en = 'x'\ncaption.de = 3\n", `line 5: de: 3 is not a text`},
	} {
		_, err := Parse("lesson-01", "x.toml", test.text)
		if err == nil || !regexp.MustCompile(test.want).MatchString(err.Error()) {
			t.Errorf("%s: got %v, want %s", test.name, err, test.want)
		}
	}
}
