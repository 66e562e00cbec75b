// Package profile knows one link's settings in both directions as others have them: it reads what
// ping, irtt, fping, mtr and others have measured and the program's presets, and writes the settings as the commands of
// other emulators, saying what each of them cannot express.
//
// It knows nothing of windows or of running sessions, and session must not import it.
package profile

import (
	"fmt"
	"strings"
	"time"
	"unicode"

	"driftlab/internal/texts"
	"driftlab/netsim"
	"driftlab/netsync/registry"
)

// A Profile is what one link does in both directions.
type Profile struct {
	Name    string // of the preset, or the path of the file
	Title   string // what it is, in a few words
	Up      netsim.Settings
	Down    netsim.Settings
	Files   map[string]string    // paths that settings were read from, by their keys in a scenario, such as link.up.trace
	Read    []string             // paths of all files that it has been read from
	Known   Note                 // what a file was found to be, and how; none for what is no file
	Notes   Notes                // what had to be assumed
	Samples []Sample             // the delays that the settings were fitted to, in order of sending; nil for none
	Clocks  []registry.Algorithm // those of a scenario; nil for another source
	Losses  []Loss               // the packets beside the samples that did not come back, in order of sending
}

// A Loss is one packet that was lost, or whose answer was. If the direction is unknown, it is taken to have been on
// its way there.
type Loss struct {
	Sent time.Duration // since the first packet
	Back bool          // its answer was lost
}

// A Sample is the delays of one datagram and of its answer.
type Sample struct {
	Sent     time.Duration // since the first
	Up, Down time.Duration // on its way there and back
}

// validate checks both directions' settings.
func (p *Profile) validate() error {
	if err := p.Up.Validate(); err != nil {
		return fmt.Errorf("%q: up: %w", p.Name, err)
	}
	if err := p.Down.Validate(); err != nil {
		return fmt.Errorf("%q: down: %w", p.Name, err)
	}
	return nil
}

// A Target is what a profile can be exported to.
type Target struct {
	Name    string
	Help    string
	Comment string // what a line of comment begins with
	write   func(p *Profile, w *writer) error
}

// Targets returns what a profile can be exported to.
func Targets() []Target {
	return []Target{
		{"netem", "tc commands for Linux", "# ", writeNetem},
		{"clumsy", "command lines for clumsy 0.3 on Windows", "REM ", writeClumsy},
		{"unreal", "console commands for Unreal", "; ", writeUnreal},
		{"unity", "simulator parameters for Unity Transport and Multiplayer Tools, in C#", "// ", writeUnity},
		{"roblox", "NetworkSettings of Roblox Studio, in Luau", "-- ", writeRoblox},
		{"netfox", "project settings of netfox's simulator, for Godot", "; ", writeNetfox},
		{"fishnet", "FishNet's LatencySimulator, in C#", "// ", writeFishNet},
		{"lightyear", "LinkConditionerConfig of lightyear, in Rust", "// ", writeLightyear},
		{"toxiproxy", "commands of toxiproxy-cli, for TCP", "# ", writeToxiproxy},
		{"scenario", "settings for a scenario file of Driftlab", "# ", writeScenario},
		{"csv", "the measured delays, to be replayed", "# ", writeCSV},
	}
}

// Export writes the profile as a target has it. It ends with comments on what the target cannot
// express and what it approximates.
func (p *Profile) Export(target string) (string, error) {
	var names []string
	for _, t := range Targets() {
		if t.Name != target {
			names = append(names, t.Name)
			continue
		}
		w := &writer{comment: t.Comment, tables: map[string]string{}, up: newLedger("up", p.Up), down: newLedger("down", p.Down)}
		shown := *p
		shown.Name, shown.Title = printable(p.Name), printable(p.Title)
		w.remark("%s: %s", shown.Name, shown.Title)
		for _, note := range p.Notes {
			w.remark("%s", note)
		}
		if err := t.write(&shown, w); err != nil {
			return "", err
		}
		for _, line := range append(w.up.lines(), w.down.lines()...) {
			w.remark("%s", line)
		}
		return w.String(), nil
	}
	return "", fmt.Errorf("%q is unknown (%s)", target, texts.Allowed(target, names))
}

// printable replaces what could end a line of comment or a text in quotes.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) || r == '"' || r == '\\' {
			return '?'
		}
		return r
	}, text)
}

// A writer collects an export: its text, and what it can say of each direction.
type writer struct {
	strings.Builder
	comment  string
	up, down *ledger
	tables   map[string]string // names of the tables of delays that were written, by their text
}

// line adds a line of the target's own.
func (w *writer) line(format string, args ...any) {
	fmt.Fprintf(w, format, args...)
	w.WriteByte('\n')
}

// remark adds a line of comment.
func (w *writer) remark(format string, args ...any) {
	w.WriteString(w.comment)
	w.line(format, args...)
}

// A Note is a sentence about what was measured, such as what had to be assumed, left out or clipped. It is in English; a window in
// another language has a text of its own for its format.
type Note struct {
	Format string // as of [fmt.Sprintf]; "" for no note
	Args   []any  // a Note or Notes among them is a part of the sentence
}

// said makes a note.
func said(format string, args ...any) Note { return Note{format, args} }

func (n Note) String() string {
	if len(n.Args) == 0 {
		return n.Format
	}
	return fmt.Sprintf(n.Format, n.Args...)
}

// Notes are several, or the parts of a list in one.
type Notes []Note

// add adds a note, if it is one.
func (n *Notes) add(one Note) {
	if one.Format != "" {
		*n = append(*n, one)
	}
}

func (n Notes) String() string { return n.Join("; ") }

// Join returns the notes with something between them.
func (n Notes) Join(between string) string {
	var all []string
	for _, note := range n {
		all = append(all, note.String())
	}
	return strings.Join(all, between)
}
