package lesson

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
)

func TestBadLessonsAreRefusedByWhatIsWrong(t *testing.T) {
	t.Parallel()
	const head = "format = 3\n[lesson]\n"
	const figure = head + "[[lesson.figure]]\nname = 'x'\n"
	for _, test := range []struct{ name, text, want string }{
		{"no figure", head, `lesson "x.toml": lesson.figure: there is none`},
		{"unknown key", head + "colour = 1\n", `lesson "x.toml": unknown key "lesson.colour"`},
		{"speed", head + "speed = 100\n", `lesson.speed: 100 is outside 0.125..64`},
		{"unknown measure", figure + "measure = 'luck'\n", `lesson.figure 1: measure: "luck" is unknown \(nearest: `},
		{"too many decimals", figure + "measure = 'error'\nclient = 1\ndecimals = 4\n", `lesson.figure 1: decimals: 4 is outside 0..3`},
		{"unknown client", figure + "measure = 'error'\nclient = 4\n", `lesson.figure 1: client: 4 is outside 0..3`},
		{"no client", figure + "measure = 'error'\n", `client: error is of one client`},
		{"unknown algorithm", figure + "measure = 'error'\nclient = 1\nalgorithm = 'sundial'\n", `unknown algorithm "sundial"`},
		{"unknown world", figure + "measure = 'error'\nclient = 1\nworld = 'mars'\n", `world: "mars" is not one of the lesson's`},
		{"no time", figure + "measure = 'error'\nclient = 1\nafter = '4'\n", `after: "4" is not a duration above zero with its unit`},
		{"half a range", figure + "measure = 'error'\nclient = 1\nleast = 4\n", `least, most: are not a range`},
		{"a range upside down", figure + "measure = 'error'\nclient = 1\nleast = 4\nmost = 3.0\n", `least, most: are not a range`},
		{"bad scenario", "format = 3\nseed = -1\n", `scenario "x.toml", line 2: seed: -1 is outside`},
		{"bad world", "format = 3\n[[world]]\nname = 'One'\n", `line 3: name: "One" is not a name of small letters, digits and hyphens`},
		{"two worlds of a name", "format = 3\n[[world]]\nname = 'a'\n[[world]]\nname = 'a'\n", `line 5: name: "a": another world has it`},
		{"a world that does not go together", "format = 3\n[[world]]\nname = 'a'\n[world.set]\nclient9.skew = 1\n", `line 4: world "a": client9.skew: client 9 is outside 1..3`},
		{"a caption in German only", "format = 3\n[[event]]\nat = '0s'\ncaption.de = 'x'\n", `line 4: caption.en: is missing`},
		{"a caption that is no text", "format = 3\n[[event]]\nat = '0s'\ncaption.en = 'x'\ncaption.de = 3\n", `line 5: de: 3 is not a text`},
	} {
		_, err := Parse("lesson-01", "x.toml", test.text)
		if err == nil || !regexp.MustCompile(test.want).MatchString(err.Error()) {
			t.Errorf("%s: got %v, want %s", test.name, err, test.want)
		}
	}
}

// stepped is a lesson with a question and a goal, in which one line is another.
func stepped(old, with string) string {
	const text = `format = 3
duration = "40s"
[lesson]
[[lesson.figure]]
name = "behind"
measure = "error"
client = 1
algorithm = "unreal"
[[step]]
until = "6s"
layout = "pair"
caption = {en = "Told.", de = "Gesagt."}
[step.question]
kind = "slider"
ask = {en = "How wrong?", de = "Wie falsch?"}
key = "behind"
tolerance = 10
least = -200
most = 200
option = [{value = 0, says = {en = "It was.", de = "Es war so."}}]
[[step]]
caption = {en = "Yours.", de = "Deins."}
controls = ["link.delay"]
goal = [{figure = "behind", least = -5, most = 5}]
solution = [{at = "1s", set = {link.delay = "2ms"}}]
`
	return strings.Replace(text, old, with, 1)
}

func TestAFigureHasAsManyDecimalsAsItsLessonWants(t *testing.T) {
	t.Parallel()
	for decimals, want := range map[string]string{"": "−80.1\u00a0ms", "decimals = 0": "−80\u00a0ms", "decimals = 3": "−80.123\u00a0ms"} {
		l, err := Parse("mine", "mine.toml", stepped(`measure = "error"`, `measure = "error"`+"\n"+decimals))
		if err != nil {
			t.Fatal(err)
		}
		if got := l.Figures[0].Text(-80.123); got != want {
			t.Errorf("with %q it is %q, want %q", decimals, got, want)
		}
	}
}

func TestALessonOfStepsAsksAndHasAGoal(t *testing.T) {
	t.Parallel()
	l, err := Parse("mine", "mine.toml", stepped("", ""))
	if err != nil {
		t.Fatal(err)
	}
	checks, err := l.Checks(English, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(checks) != 2 || !checks[0].OK || checks[0].Measured != "−80.0\u00a0ms" || !checks[1].OK {
		t.Errorf("got %+v", checks)
	}
}

// In a step that compares two worlds a person plays the second of them.
func TestStepsGoOnComparingWorldsAndTheGoalIsReachedInTheSecond(t *testing.T) {
	t.Parallel()
	worlds := `[[world]]
name = "near"
[[world]]
name = "far"
[world.set]
link.delay = "90ms"
`
	l, err := Parse("mine", "mine.toml", stepped(`layout = "pair"`, `layout = "ab"`)+worlds)
	if err != nil {
		t.Fatal(err)
	}
	if last := l.Steps[len(l.Steps)-1]; !l.Steps[0].Beside || !last.Beside {
		t.Errorf("worlds are compared in %+v", l.Steps)
	}
	for delay, want := range map[string]bool{"2ms": true, "90ms": false} {
		does := []scenario.Event{{At: l.Steps[1].At + 1, Set: scenariotest.Set("link.delay=" + delay)}}
		if _, reached, err := l.Reach(does, 20*time.Second, nil); err != nil || reached != want {
			t.Errorf("with %s it is reached: %v (%v)", delay, reached, err)
		}
	}
	l.Steps[1].Goal.Needs[0] = Need{0, -91, -89}
	if _, reached, err := l.Reach(nil, 20*time.Second, nil); err != nil || !reached {
		t.Errorf("the goal is not looked for in the second world: %v", err)
	}
}

func TestBadStepsAreRefusedWithTheirLine(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", 141)
	for _, c := range []struct{ old, with, want string }{
		{`until = "6s"`, ``, `line 13: until: "" is not a duration`},
		{`until = "6s"`, `until = "50s"`, `line 10: until: 50s is not after the step's begin, 0s, and up to the lesson's duration, 40s`},
		{`layout = "pair"`, `layout = "cube"`, `line 11: layout: "cube" is unknown (allowed: solo, pair, two, frozen, ab)`},
		{`layout = "pair"`, `layout = "ab"`, `line 11: .*layout: "ab" compares two worlds, and the lesson has one`},
		{`layout = "pair"`, `colour = 3`, `line 11: unknown key "step.colour"`},
		{`caption = {en = "Yours.", de = "Deins."}`, "caption = {en = \"Yours.\", de = \"Deins.\"}\ncovered = true", `line 23: .*covered: the step asks nothing`},
		{`layout = "pair"`, `speed = 100`, `line 11: .*speed: 100 is outside 0.01..64`},
		{`layout = "pair"`, `client = 4`, `line 11: client: 4 is outside 1..3`},
		{`layout = "pair"`, `points = ["sky"]`, `line 11: .*points: "sky" is unknown (nearest: `},
		{`layout = "pair"`, `diagram = "pie"`, `line 11: .*diagram: "pie" is unknown (nearest: `},
		{`layout = "pair"`, `clocks = ["sundial"]`, `line 11: .*unknown algorithm "sundial" (nearest: `},
		{`layout = "pair"`, `figure = "luck"`, `line 11: .*figure: "luck" is not one of the lesson's figures (allowed: behind)`},
		{`layout = "pair"`, "rejoin = \"client9\"", `line 11: rejoin: client 9 is outside 1..3`},
		{`{en = "Told.", de`, `{en = "` + long + `", de`, `line 12: .*caption.en: 141 characters is outside 1..140`},
		{`{en = "Told.", de = "Gesagt."}`, `{en = "{luck}", de = "{luck}"}`, `line 12: .*"luck" is not one of the lesson's figures`},
		{`{en = "Told.", de = "Gesagt."}`, `{de = "Gesagt."}`, `line 12: .*caption.en: is missing`},
		{`kind = "slider"`, `kind = "oracle"`, `line 14: .*kind: "oracle" is unknown (allowed: choice, slider, drag)`},
		{`kind = "slider"`, `kind = "choice"`, `line 20: .*option: 1 is outside 2..4`},
		{`key = "behind"`, `key = "luck"`, `line 16: .*key: "luck" is not one of the lesson's figures`},
		{`tolerance = 10`, ``, `tolerance: 0 is not above 0`},
		{`least = -200`, `least = 300`, `line 18: .*least, most: are not a range`},
		{`least = -200`, "least = -200\nlog = true", `least: -200 is not above 0`},
		{`least = -200`, "least = -200\nhides = [\"sky\"]", `hides: "sky" is unknown (allowed: controls, caption, lanes)`},
		{`kind = "slider"`, `kind = "drag"`, `of: "" is unknown (allowed: shot, error)`},
		{`, says = {en = "It was.", de = "Es war so."}`, ``, `says.en: is missing (the misconception`},
		{`, least = -5, most = 5`, ``, `line 24: .*goal: behind has no range`},
		{`goal = [{figure = "behind"`, `goal = [{figure = "luck"`, `line 24: .*"luck" is not one of the lesson's figures`},
		{`solution = [`, `#[`, `solution: is missing`},
		{`at = "1s", set`, `at = "-1s", set`, `line 25: at: -1s is before the step's begin`},
		{`[[step]]`, "[[watch]]\nat = \"0s\"\n[[step]]", `line 9: watch: the steps of a lesson say how it is looked at`},
	} {
		_, err := Parse("mine", "mine.toml", stepped(c.old, c.with))
		if err == nil || strings.Contains(err.Error(), "\n") || !found(c.want, err.Error()) {
			t.Errorf("%s: got %v, want %s", c.with, err, c.want)
		}
	}
}

// So a language that is begun can be looked at before all lessons are translated; of those that the program brings,
// TestEveryTextIsThereInEveryLanguageWithTheSameFigures says what is missing.
func TestALessonMayLackTranslations(t *testing.T) {
	t.Parallel()
	src := stepped(`{en = "Told.", de = "Gesagt."}`, `"Told."`)
	for _, path := range []string{"mine.toml", "lessons/40-told.toml"} {
		if l, err := Parse("told", path, src); err != nil || l.Steps[0].Caption.In("de") != "Told." {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// found reports whether a message has the parts of a text between ".*" in their order.
func found(parts, message string) bool {
	for part := range strings.SplitSeq(parts, ".*") {
		_, after, ok := strings.Cut(message, part)
		if !ok {
			return false
		}
		message = after
	}
	return true
}
