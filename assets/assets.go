// Package assets holds what the program brings along: scenarios, lessons, symptoms, presets, texts and thumbnails, which are embedded, and its
// icon, which is drawn.
package assets

import (
	"cmp"
	"embed"
	"path"
	"slices"
	"strings"
)

//go:embed scenarios/*.toml lessons/*.toml symptoms/*.toml
var files embed.FS

// Course is the text of the course's file: its chapters and playlists.
//
//go:embed course.toml
var Course string

// Scenario returns the text of an embedded scenario file by its name without ending.
func Scenario(name string) (string, error) {
	b, err := files.ReadFile("scenarios/" + name + ".toml")
	return string(b), err
}

// Named returns the text of an embedded scenario, lesson or symptom by its name without ending, the path of its file within
// this folder, and that name: of a lesson that was asked for by a name of before, its name of now.
func Named(asked string) (name, file, text string, err error) {
	if text, err = Scenario(asked); err == nil {
		return asked, "scenarios/" + asked + ".toml", text, nil
	}
	if what, ok := strings.CutPrefix(asked, SymptomPrefix); ok && slices.Contains(SymptomNames(), asked) {
		file = "symptoms/" + what + ".toml"
		b, err := files.ReadFile(file)
		return asked, file, string(b), err
	}
	asked = cmp.Or(LessonsBefore[asked], asked)
	for _, file := range namesIn(files, "lessons") {
		if lessonName(file) == asked {
			file = "lessons/" + file + ".toml"
			b, err := files.ReadFile(file)
			return asked, file, string(b), err
		}
	}
	return "", "", "", err
}

// LessonsBefore has what lessons are called now whose names were numbers before.
var LessonsBefore = map[string]string{
	"lesson-01": "lesson-push", "lesson-02": "lesson-ask-once", "lesson-03": "lesson-drift", "lesson-04": "lesson-stream",
	"lesson-05": "lesson-gate", "lesson-06": "lesson-every-packet", "lesson-07": "lesson-asymmetric", "lesson-08": "lesson-stamps",
	"lesson-09": "lesson-lift-server-time", "lesson-10": "lesson-lift-predicted", "lesson-11": "lesson-lift-near",
	"lesson-12": "lesson-projectile", "lesson-13": "lesson-dilation", "lesson-14": "lesson-slew-snap",
	"lesson-15": "lesson-ask-twice", "lesson-16": "lesson-metronome",
}

// LessonNames lists the embedded lessons in their order, as scenarios are named: lesson-push is one.
func LessonNames() (names []string) {
	for _, file := range namesIn(files, "lessons") {
		names = append(names, lessonName(file))
	}
	return names
}

// lessonName returns the name of a lesson's file, NN-what: lesson-what.
func lessonName(file string) string {
	_, what, _ := strings.Cut(file, "-")
	return "lesson-" + what
}

// SymptomPrefix begins the name of every symptom's scenario.
const SymptomPrefix = "why-"

// SymptomNames lists the embedded symptoms in alphabetical order, as scenarios are named: why-late is late.toml.
func SymptomNames() (names []string) {
	for _, file := range namesIn(files, "symptoms") {
		names = append(names, SymptomPrefix+file)
	}
	return names
}

// LessonNumber returns the number of a lesson's file, as it has it: "07" of lessons/07-stamps.toml.
func LessonNumber(file string) string {
	number, _, _ := strings.Cut(strings.TrimPrefix(file, "lessons/"), "-")
	return number
}

// ScenarioNames lists the embedded scenarios in alphabetical order.
func ScenarioNames() []string { return namesIn(files, "scenarios") }

// namesIn lists what is in an embedded folder, in alphabetical order and without ending.
func namesIn(from embed.FS, folder string) (names []string) {
	entries, _ := from.ReadDir(folder)
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".toml"))
	}
	return names
}

//go:embed presets/*.toml
var presets embed.FS

// Preset returns the text of an embedded preset of a link by its name without ending.
func Preset(name string) (toml string, err error) {
	b, err := presets.ReadFile("presets/" + name + ".toml")
	return string(b), err
}

// tools begins the names of presets that are another tool's own, in the order in which these follow the others.
var tools = []string{"chrome-", "apple-"}

// PresetNames lists the embedded presets: those of networks, then those of each tool, each in alphabetical order.
func PresetNames() []string {
	names := namesIn(presets, "presets")
	tool := func(name string) int {
		return slices.IndexFunc(tools, func(t string) bool { return strings.HasPrefix(name, t) })
	}
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(tool(a), tool(b)), cmp.Compare(a, b)) })
	return names
}

//go:embed text/*/*.toml
var texts embed.FS

// Languages lists the languages that the window's texts are there in, as ISO 639 names them: "en" is
// the one that the others are translated from.
func Languages() []string { return namesIn(texts, "text") }

// Comma says whether a language writes 2,5 where English writes 2.5.
func Comma(language string) bool { return language == "de" }

// Texts returns the window's text files of a language, by name without ending. There is one a panel.
func Texts(language string) (map[string]string, error) {
	dir := path.Join("text", language)
	entries, err := texts.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	for _, e := range entries {
		b, err := texts.ReadFile(path.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		out[strings.TrimSuffix(e.Name(), ".toml")] = string(b)
	}
	return out, nil
}
