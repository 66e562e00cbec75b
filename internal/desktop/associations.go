package desktop

import (
	"slices"
	"strings"
)

// entryFile is the name under which a desktop lists the program.
const entryFile = ID + ".desktop"

// associated returns a person's list of which programs open what (freedesktop.org, mimeapps.list) with the program in it: among
// those that open TOML files, and as the one for addresses of its own. What a person has chosen stays before it.
func associated(list string) string {
	lines := strings.Split(strings.TrimSuffix(list, "\n"), "\n")
	if list == "" {
		lines = nil
	}
	lines = with(lines, "[Added Associations]", tomlFiles)
	lines = with(lines, "[Added Associations]", addresses)
	lines = with(lines, "[Default Applications]", addresses)
	return strings.Join(lines, "\n") + "\n"
}

// with returns a list's lines with the program behind the others of a kind.
func with(lines []string, group, kind string) []string {
	at := slices.IndexFunc(lines, func(line string) bool { return strings.TrimSpace(line) == group })
	if at < 0 {
		return append(lines, group, kind+"="+entryFile+";")
	}
	for i := at + 1; i < len(lines) && !heads(lines[i]); i++ {
		key, value, ok := strings.Cut(lines[i], "=")
		if !ok || strings.TrimSpace(key) != kind {
			continue
		}
		switch {
		case slices.ContainsFunc(strings.Split(value, ";"), ours):
		case value == "" || strings.HasSuffix(value, ";"):
			lines[i] += entryFile + ";"
		default:
			lines[i] += ";" + entryFile
		}
		return lines
	}
	return slices.Insert(lines, at+1, kind+"="+entryFile+";")
}

// dissociated returns a person's list without the program, wherever it was named, also by the person.
func dissociated(list string) string {
	if list == "" {
		return ""
	}
	var lines []string
	emptied := false // the group at the end of lines has lost a line, and nothing in it has followed
	head := func() {
		if emptied && heads(lines[len(lines)-1]) {
			lines = lines[:len(lines)-1]
		}
		emptied = false
	}
	for line := range strings.SplitSeq(strings.TrimSuffix(list, "\n"), "\n") {
		key, value, ok := strings.Cut(line, "=")
		programs := strings.Split(value, ";")
		if !ok || strings.HasPrefix(line, "#") || !slices.ContainsFunc(programs, ours) {
			if heads(line) {
				head()
			}
			lines = append(lines, line)
			continue
		}
		if programs = slices.DeleteFunc(programs, ours); strings.Join(programs, "") == "" {
			emptied = true
			continue
		}
		lines = append(lines, key+"="+strings.Join(programs, ";"))
	}
	if head(); len(lines) == 0 {
		return ""
	}
	return strings.Join(lines, "\n") + "\n"
}

func heads(line string) bool   { return strings.HasPrefix(strings.TrimSpace(line), "[") }
func ours(program string) bool { return strings.TrimSpace(program) == entryFile }
