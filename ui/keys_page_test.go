package ui

import (
	"fmt"
	"strings"
	"testing"

	"driftlab/internal/files/filetest"
	"driftlab/ui/uitest"
)

// What keys and the mouse do is said once, in the help of the window; the page is made from it.
func TestThePageOfKeysIsTheHelpOfTheWindow(t *testing.T) {
	const page = "../docs/keys.md"
	want := keysInMarkdown()
	if *uitest.Update {
		filetest.Write(t, page, want)
	}
	text := filetest.Read(t, page)
	if string(text) != want {
		t.Error("docs/keys.md is not what the help of the window says; written by: go test ./ui -run TestThePageOfKeys -update")
	}
}

// keysInMarkdown returns the help's words, a table for each of its parts. The shapes that the legend draws have no words to
// stand beside, so it is left out.
func keysInMarkdown() string {
	var b strings.Builder
	b.WriteString("# Keys and mouse\n\n" +
		"Look up here what a key or the mouse does in the window, and what its abbreviations mean. In the window, H or F1 shows the same.\n\n" +
		"Made from that help by `go test ./ui -run TestThePageOf -update`.\n")
	cell := strings.NewReplacer("|", `\|`)
	for _, it := range helpItems(english) {
		switch {
		case it.heading && it.text != english.T("help.legend"):
			fmt.Fprintf(&b, "\n## %s\n\n| | |\n| --- | --- |\n", it.text)
		case it.sign != "":
			fmt.Fprintf(&b, "| %s | %s |\n", cell.Replace(it.sign), cell.Replace(it.text))
		}
	}
	return b.String()
}
