// Package assets holds what is embedded in the program: scenario files and the texts in them.
package assets

import (
	"embed"
	"strings"
)

//go:embed scenarios/*.toml lessons/*.toml
var files embed.FS

// Scenario returns the text of an embedded scenario file by its name without ending.
func Scenario(name string) (string, error) {
	b, err := files.ReadFile("scenarios/" + name + ".toml")
	return string(b), err
}

// Named returns the text of an embedded scenario or lesson by its name without ending, and the path of its
// file within this folder.
func Named(name string) (file, text string, err error) {
	if text, err = Scenario(name); err == nil {
		return "scenarios/" + name + ".toml", text, nil
	}
	number, ok := strings.CutPrefix(name, "lesson-")
	if !ok {
		return "", "", err
	}
	for _, file := range lessonFiles() {
		if strings.HasPrefix(file, number+"-") {
			b, err := files.ReadFile("lessons/" + file)
			return "lessons/" + file, string(b), err
		}
	}
	return "", "", err
}

// LessonNames lists the embedded lessons in their order, as scenarios are named: lesson-01 is the first.
func LessonNames() (names []string) {
	for _, file := range lessonFiles() {
		number, _, _ := strings.Cut(file, "-")
		names = append(names, "lesson-"+number)
	}
	return names
}

// lessonFiles lists the files of lessons in their order: NN-what.toml.
func lessonFiles() (names []string) {
	entries, _ := files.ReadDir("lessons")
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// ScenarioNames lists the embedded scenarios in alphabetical order.
func ScenarioNames() []string {
	entries, err := files.ReadDir("scenarios")
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".toml"))
	}
	return names
}
