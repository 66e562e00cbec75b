package cli

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"driftlab/internal/files/filetest"
)

var update = flag.Bool("update", false, "write the generated parts of docs/commands.md and docs/lessons.md")

const pageOfCommands = "../../docs/commands.md"

// The program alone says what commands take and what settings may be; the page is made from that.
func TestThePageOfCommandsIsTheProgramsOwn(t *testing.T) {
	want := commandsInMarkdown()
	if *update {
		filetest.Write(t, pageOfCommands, want)
	}
	text := filetest.Read(t, pageOfCommands)
	if string(text) != want {
		t.Errorf("docs/commands.md differs from what the program has, first at %s\nwritten by: go test ./ui/cli -run TestThePageOfCommands -update", firstDifference(string(text), want))
	}
}

// firstDifference returns the first line of want in which text differs.
func firstDifference(text, want string) string {
	lines := strings.Split(text, "\n")
	for i, line := range strings.Split(want, "\n") {
		if i >= len(lines) || lines[i] != line {
			return fmt.Sprintf("line %d, which should be %q", i+1, line)
		}
	}
	return "its end"
}

func commandsInMarkdown() string {
	var b strings.Builder
	b.WriteString("# Commands, flags and settings\n\n" +
		"Look up here what a command does, which flags it takes, and what `-set` can change. `driftlab -h`, `driftlab run -h` and so\n" +
		"on print the same. The program made this page: `go test ./ui/cli -run TestThePageOfCommands -update`.\n\n" +
		"    driftlab run -clients 1 -duration 10m -set link.delay=80ms -set client.skew=100\n\n" +
		"| command | what it does |\n| --- | --- |\n")
	all := commandsOf()
	for i := range all {
		line := "`" + all[i].line() + "`"
		if hasFlags(&all[i]) {
			line = "[" + line + "](#" + strings.ReplaceAll(titleOf(&all[i]), " ", "-") + ")"
		}
		fmt.Fprintf(&b, "| %s | %s |\n", line, cell(all[i].Help))
	}
	b.WriteString("\nWrong input ends in one line that says what is wrong, where, and what is allowed, and in exit code 2.\n")
	for i := range all {
		if hasFlags(&all[i]) {
			writeFlags(&b, &all[i])
		}
	}
	b.WriteString("\n## Settings\n\n" +
		"`-set KEY=VALUE` takes each of these, and so does the table `[set]` of a [scenario file](formats.md). `driftlab keys` prints them.\n\n" +
		"| key | unit | range | default | what it is |\n| --- | --- | --- | --- | --- |\n")
	for _, k := range listedKeys() {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", k.Name, cell(k.Unit.Name), cell(rangeOf(k)), cell(k.Standard()), cell(helpOf(k)))
	}
	b.WriteString(keysNote())
	return b.String()
}

// writeFlags writes a command's table.
func writeFlags(b *strings.Builder, c *Command) {
	fmt.Fprintf(b, "\n## %s\n\n| flag | what it does | default |\n| --- | --- | --- |\n", titleOf(c))
	flagsOf(c).VisitAll(func(f *flag.Flag) {
		value, help := flag.UnquoteUsage(f)
		if isSwitch(f) {
			value = ""
		}
		fmt.Fprintf(b, "| `%s` | %s | %s |\n", cell(strings.TrimSpace("-"+f.Name+" "+value)), cell(help), defaultOf(f))
	})
}

func titleOf(c *Command) string { return strings.TrimSpace("driftlab " + c.Name) }

func hasFlags(c *Command) (some bool) {
	if c.Run == nil {
		return false
	}
	flagsOf(c).VisitAll(func(*flag.Flag) { some = true })
	return some
}

// defaultOf returns a flag's default unless its help says it.
func defaultOf(f *flag.Flag) string {
	if isSwitch(f) || f.DefValue == "" || f.DefValue == "0" || f.DefValue == "0s" || strings.Contains(f.Usage, "default:") {
		return ""
	}
	return "`" + f.DefValue + "`"
}

// cell returns a text for a cell of a Markdown table.
func cell(text string) string {
	return strings.NewReplacer("|", `\|`, "<", "&lt;").Replace(text)
}
