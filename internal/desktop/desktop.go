// Package desktop has the entry by which Linux' desktops know the program, with the files and addresses that it opens. It knows no session.
package desktop

import (
	"fmt"
	"strings"
)

// ID names the program among those of a desktop. It has to begin with a name of its owner's once it has a place to live.
const ID = "org.driftlab.Driftlab"

// Scheme is that of the addresses that shared texts are.
const Scheme = "driftlab1"

// entry is what Linux' desktops show the program by (freedesktop.org, Desktop Entry Specification 1.5). What stands behind --
// is opened and can be no flag, since an address comes from whatever page a person looks at.
const entry = `[Desktop Entry]
Type=Application
Name=Driftlab
GenericName=Network clocks for games
GenericName[de]=Netzwerkuhren für Spiele
Comment=See, teach and choose network clocks for games
Comment[de]=Netzwerkuhren für Spiele sehen, lehren und auswählen
TryExec=%s
Exec=%s -- %%u
Icon=` + ID + `
Terminal=false
Categories=Education;Science;Development;
Keywords=netcode;clock;latency;lag;tick;
MimeType=` + tomlFiles + `;` + addresses + `;
StartupWMClass=driftlab
`

// Kinds of what is opened, as Linux' desktops call them. The first is in their database of files.
const (
	tomlFiles = "application/toml"
	addresses = "x-scheme-handler/" + Scheme
)

// Entry returns the desktop entry of the program at a path, or of one that the PATH leads to.
func Entry(program string) (string, error) {
	if strings.ContainsFunc(program, func(r rune) bool { return r < ' ' || r == 0x7f || r == '=' }) {
		return "", fmt.Errorf("the program's path, %q, has a character that a desktop entry cannot have (= or a control character): move it", program)
	}
	return fmt.Sprintf(entry, escaped(program), escaped(argument(program))), nil
}

// argument writes a path as the first word of a command line.
func argument(path string) string {
	path = strings.ReplaceAll(path, "%", "%%")
	plain := strings.Trim(path, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/._-") == ""
	if plain {
		return path
	}
	return `"` + strings.NewReplacer(`"`, `\"`, "`", "\\`", "$", `\$`, `\`, `\\`).Replace(path) + `"`
}

// escaped writes a text as the value of a key, of which a backslash is part of an escape.
func escaped(text string) string { return strings.ReplaceAll(text, `\`, `\\`) }
