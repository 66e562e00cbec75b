package desktop

import (
	"strings"
	"testing"
)

func TestAPathIsWrittenAsADesktopReadsIt(t *testing.T) {
	for program, want := range map[string]string{
		"driftlab":          "driftlab",
		"/opt/a b/driftlab": `"/opt/a b/driftlab"`,
		"/opt/größe/d":      `"/opt/größe/d"`,
		"/opt/100%/d":       `"/opt/100%%/d"`,
		"/opt/a$b`c\"d\\e":  "\"/opt/a\\\\$b\\\\`c\\\\\"d\\\\\\\\e\"",
	} {
		got, err := Entry(program)
		if err != nil || !strings.Contains(got, "\nExec="+want+" -- %u\n") {
			t.Errorf("%q: %v\n%s", program, err, got)
		}
	}
	for _, program := range []string{"/a=b", "/a\nExec=rm"} {
		if got, err := Entry(program); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v %q", program, err, got)
		}
	}
}
