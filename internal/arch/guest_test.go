package arch

import (
	"strings"
	"testing"

	"driftlab/game/scenario"
)

// Only the command line may start a program: packages that read texts can't start one, and no text can name one.
// A log contains what a guest said, not what it is.
func TestNoTextNamesAProgram(t *testing.T) {
	module := modulePath(t)
	may := map[string]bool{"ui/cli": true, "game/judge": true, "game/judge/conformance": true}
	for line := range strings.Lines(imports(t) + imports(t, "GOOS=js", "GOARCH=wasm")) {
		path, imported, _ := strings.Cut(strings.TrimSpace(line), ": ")
		for name := range strings.FieldsSeq(imported) {
			if from := strings.TrimPrefix(path, module+"/"); name == module+"/game/judge/process" && !may[from] {
				t.Errorf("%s imports game/judge/process", from)
			} else if from == "netsync/guest" && (name == "os" || name == "os/exec" || name == "syscall") {
				t.Errorf("netsync/guest imports %s", name)
			}
		}
	}
	for _, text := range []string{`guest = "true"`, `program = "true"`, "[guest]\nname = \"true\"", "[set]\nguest = \"true\"", "[set]\nprogram = \"true\"", "[clock.mine]\nprogram = \"true\"",
		"[guest.mine]\nprogram = \"true\"", "[guest.mine]\nsays = '{\"driftlab\":1,\"name\":\"x\",\"hears\":[]}'\nprogram = \"true\""} {
		if _, err := scenario.Parse("x", "format = 3\nclients = 1\nduration = \"1s\"\n"+text+"\n"); err == nil {
			t.Errorf("a scenario may say %q", text)
		}
	}
	sc, err := scenario.Parse("x", "format = 3\nclients = 1\nduration = \"1s\"\n[guest.mine]\nsays = '{\"driftlab\":1,\"name\":\"true\",\"hears\":[]}'\n")
	if err != nil || len(sc.Guests) != 1 || sc.Guests[0].Program != nil {
		t.Errorf("a log has a program, %v", err)
	}
}
