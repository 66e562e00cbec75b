package arch

import (
	"strings"
	"testing"

	"driftlab/scenario"
)

// Only what the command line says is started: the packages that read texts cannot start a program, and no text has a word for one.
func TestNoTextNamesAProgram(t *testing.T) {
	module := modulePath(t)
	may := map[string]bool{"cli": true, "judge": true, "conformance": true}
	for line := range strings.Lines(imports(t) + imports(t, "GOOS=js", "GOARCH=wasm")) {
		path, imported, _ := strings.Cut(strings.TrimSpace(line), ": ")
		for name := range strings.FieldsSeq(imported) {
			if from := strings.TrimPrefix(path, module+"/"); name == module+"/guest" && !may[from] {
				t.Errorf("%s imports guest", from)
			}
		}
	}
	for _, text := range []string{`guest = "true"`, `program = "true"`, "[guest]\nname = \"true\"", "[set]\nguest = \"true\"", "[set]\nprogram = \"true\"", "[clock.mine]\nprogram = \"true\""} {
		if _, err := scenario.Parse("x", "format = 2\nclients = 1\nduration = \"1s\"\n"+text+"\n"); err == nil {
			t.Errorf("a scenario may say %q", text)
		}
	}
}
