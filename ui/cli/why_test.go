package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	"driftlab/game/lesson"
	"driftlab/internal/files/filetest"
	"driftlab/internal/testkit"
	"driftlab/internal/texts"
)

const pageOfSymptoms = "../../docs/why.md"

// madeFrom is where the part of docs/why.md begins that is made from the symptoms' files; what is before it is written by hand.
const madeFrom = "## The symptoms\n"

// mostWhyWords is how many words docs/why.md may have.
const mostWhyWords = 2500

func TestThePageOfSymptomsHasEachAsItIsMeasured(t *testing.T) {
	if *update {
		before, _, found := strings.Cut(string(filetest.Read(t, pageOfSymptoms)), madeFrom)
		if !found {
			t.Fatalf("docs/why.md lacks the line %q", madeFrom)
		}
		var b strings.Builder
		b.WriteString(before + madeFrom + "\n")
		for _, l := range lesson.Symptoms() {
			fmt.Fprintf(&b, "- [%s](#%s)\n", texts.Markdown(l.Title.In(lesson.English)), anchorOf(l))
		}
		for _, l := range lesson.Symptoms() {
			b.WriteString("\n" + symptomInMarkdown(t, l))
		}
		filetest.Write(t, pageOfSymptoms, b.String())
	}
	page := string(filetest.Read(t, pageOfSymptoms))
	for _, l := range testkit.Some(t, lesson.Symptoms(), 3) {
		if text := symptomInMarkdown(t, l); !strings.Contains(page, "\n"+text) || !strings.Contains(page, "(#"+anchorOf(l)+")") {
			t.Errorf("docs/why.md lacks\n%s\nwritten by: go test ./ui/cli -run TestThePageOfSymptoms -update", text)
		}
	}
	if n := strings.Count(page, "\n### "); n != len(lesson.Symptoms()) {
		t.Errorf("docs/why.md has %d symptoms, and there are %d", n, len(lesson.Symptoms()))
	}
	if n := len(strings.Fields(page)); n > mostWhyWords {
		t.Errorf("docs/why.md has %d words, at most %d", n, mostWhyWords)
	}
}

// notInAnchors are the characters that an anchor leaves out of its heading.
var notInAnchors = regexp.MustCompile(`[^\pL\pN_ -]`)

// anchorOf returns the anchor of a symptom's heading.
func anchorOf(l *lesson.Lesson) string {
	return strings.ReplaceAll(notInAnchors.ReplaceAllString(strings.ToLower(l.Title.In(lesson.English)), ""), " ", "-")
}

// symptomInMarkdown returns a symptom's part of the page, with its numbers as they are measured now.
func symptomInMarkdown(t *testing.T, l *lesson.Lesson) string {
	t.Helper()
	out, err := l.Outcome(nil)
	check(t, err)
	told := func(i int) string {
		return fmt.Sprintf("**%s** (%s)", l.Figures[i].Shown(out.Figures[i]), l.Figures[i].Range())
	}
	report := ""
	if l.Source != "" {
		report = fmt.Sprintf(" Reported [here](%s).", l.Source)
	}
	explains := lesson.Named(l.Why.Lesson)
	return fmt.Sprintf("### %s\n\n%s\n\n    driftlab run -why %s\n\nLook at the %s: %s, mended %s. %s [Lesson %d](lessons.md#the-lessons).%s\n",
		texts.Markdown(l.Title.In(lesson.English)), texts.Markdown(l.Teaches.In(lesson.English)), l.Symptom(),
		l.Figures[lesson.Fault].Label.In(lesson.English), told(lesson.Fault), told(lesson.Mend),
		texts.Markdown(l.Try.In(lesson.English)), explains.Number, report)
}

// A reader who types a command of the page finds what the page says.
func TestTheCommandsOfThePageOfSymptomsPrintItsNumbers(t *testing.T) {
	entry := regexp.MustCompile(`(?s)\n    driftlab (run -why \S+)\n\nLook at the [^*]*\*\*[^*]*\*\* \(([^)]*)\), mended \*\*[^*]*\*\* \(([^)]*)\)`)
	all := entry.FindAllStringSubmatch(string(filetest.Read(t, pageOfSymptoms)), -1)
	if len(all) != len(lesson.Symptoms()) {
		t.Fatalf("docs/why.md has %d commands for %d symptoms", len(all), len(lesson.Symptoms()))
	}
	for _, found := range testkit.Some(t, all, 3) {
		var out strings.Builder
		check(t, Run(strings.Fields(found[1])[1:], env(&out)))
		for i, world := range []string{"fault", "mend"} {
			printed := regexp.MustCompile(`(?m)^  ` + world + ` .*  (\S+) *\S*  +\(([^)]*)\)$`).FindStringSubmatch(out.String())
			if printed == nil || printed[2] != found[2+i] {
				t.Fatalf("%s has no %s with the page's range, %s:\n%s", found[1], world, found[2+i], out.String())
			}
			var value, least, most float64
			readNumbers(t, printed[1], &value)
			readNumbers(t, found[2+i], &least, &most)
			if value < least || value > most {
				t.Errorf("%s: %s is %v, and the page says %v to %v", found[1], world, value, least, most)
			}
		}
	}
}

// readNumbers reads the numbers of a text, which has the signs and spaces of a page.
func readNumbers(t *testing.T, text string, to ...*float64) {
	t.Helper()
	found := regexp.MustCompile(`[−+]?\d+(\.\d+)?`).FindAllString(text, -1)
	if len(found) != len(to) {
		t.Fatalf("%q has not %d numbers", text, len(to))
	}
	for i := range to {
		_, err := fmt.Sscan(strings.NewReplacer("−", "-", "+", "").Replace(found[i]), to[i])
		check(t, err)
	}
}

func TestBadFlagsOfASymptomAreRefused(t *testing.T) {
	commands := map[string]func(args []string) error{
		"run":    func(args []string) error { return Run(args, env(io.Discard)) },
		"window": func(args []string) error { _, err := ParseWindow(args, env(io.Discard)); return err },
		"record": func(args []string) error { _, err := filmOf(t, args...); return err },
	}
	for name, command := range commands {
		for _, test := range []typing{
			{[]string{"-why"}, "flag needs an argument: -why"},
			{[]string{"-why", "one-directoin"}, `-why: "one-directoin" is unknown (`},
			{[]string{"-why", "one-directoin"}, "one-direction"},
			{[]string{"-why", "one-direction", "-scenario", "first"}, "-why: cannot be combined with -scenario"},
			{[]string{"-why", "one-direction", "-replay", "x.toml"}, "-why: cannot be combined with -replay"},
			{[]string{"-why", "one-direction", "-open", "x.toml"}, "-why: cannot be combined with -open"},
			{[]string{"-why", "one-direction", "-clients", "99"}, "-clients: 99 is outside 1..64"},
			{[]string{"-why", "one-direction", "-set", "link.delay=x"}, "-set: link.up.delay"},
		} {
			wantUsage(t, name+": "+strings.Join(test.args, " "), command(test.args), test.want)
		}
		if name == "run" {
			wantUsage(t, name, command([]string{"-why", "one-direction", "-o", "x"}), "-why: cannot be combined with -o")
			continue
		}
		for _, other := range []string{"a", "b", "lesson"} {
			wantUsage(t, name, command([]string{"-why", "one-direction", "-" + other, "8"}), "cannot be combined with -"+other)
		}
	}
	_, err := ParseWindow([]string{"-playlist", "class", "-why", "one-direction"}, env(io.Discard))
	wantUsage(t, "playlist", err, "-playlist: cannot be combined with -why")
}

func TestAnEmptyNameListsTheSymptoms(t *testing.T) {
	var out strings.Builder
	if err := Run([]string{"-why", ""}, env(&out)); !errors.Is(err, flag.ErrHelp) {
		t.Error(err)
	}
	if n := strings.Count(out.String(), "\n"); n != len(lesson.Symptoms()) || !strings.Contains(out.String(), "one-direction  ") {
		t.Errorf("%d lines for %d symptoms:\n%s", n, len(lesson.Symptoms()), out.String())
	}
}

func TestASymptomIsRunShownAndFilmedWithItsMend(t *testing.T) {
	l, err := lesson.FindSymptom("one-direction")
	check(t, err)
	var out strings.Builder
	check(t, Run([]string{"-why", "one-direction"}, env(&out)))
	for _, part := range []string{l.Title.In("en"), l.Teaches.In("en"), l.Try.In("en"), "\nfault: 120 ms up", "\nmend: 80 ms each way", "driftlab -lesson 8\n", "simpson (drives)"} {
		if !strings.Contains(out.String(), part) {
			t.Errorf("%q is missing in\n%s", part, out.String())
		}
	}
	if strings.Contains(out.String(), "rtt2") {
		t.Errorf("a clock is listed that drives nothing:\n%s", out.String())
	}
	w, err := ParseWindow([]string{"-why", "one-direction", "-seed", "5"}, env(io.Discard))
	check(t, err)
	if w.Beside.Name != "why-one-direction/fault" || w.Scenario.Name != "why-one-direction/mend" || w.Scenario.Seed != 5 || w.Beside.Seed != 5 || w.Begin != l.Why.From {
		t.Errorf("the window has %q and %q from %v", w.Beside.Name, w.Scenario.Name, w.Begin)
	}
	if l.Worlds[lesson.Mend].Scenario.Seed == 5 {
		t.Error("the flag has changed the symptom itself")
	}
	for _, test := range []struct {
		args         []string
		title, a     string
		from, length time.Duration
	}{
		{nil, l.Title.In("en"), "120 ms up, 40 ms down", 10 * time.Second, lesson.SymptomFilm},
		{[]string{"-language", "de", "-for", "shorts"}, l.Title.In("de"), "120 ms hin, 40 ms zurück", 10 * time.Second, lesson.SymptomFilm},
		{[]string{"-title", "x", "-from", "3s", "-duration", "6s", "-name-a", "y"}, "x", "y", 3 * time.Second, 6 * time.Second},
	} {
		r, err := filmOf(t, append([]string{"-why", "one-direction"}, test.args...)...)
		check(t, err)
		if r.Title != test.title || r.Names[0] != test.a || r.From != test.from || r.Length != test.length || r.Client != 1 || r.Beside.Name != w.Beside.Name || !r.Watch {
			t.Errorf("%q: %q, %q, %v from %v", test.args, r.Title, r.Names, r.Length, r.From)
		}
	}
}
