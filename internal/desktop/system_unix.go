//go:build unix && !darwin

package desktop

import "driftlab/internal/files"

// Register has this person's desktop list the program at a path among those that open TOML files, and open its addresses with it.
func Register(fsys files.FS, program string) error {
	p, err := atHome()
	if err != nil {
		return err
	}
	return p.register(fsys, program)
}

// Unregister takes back all that Register has done.
func Unregister(fsys files.FS) error {
	p, err := atHome()
	if err != nil {
		return err
	}
	return p.unregister(fsys)
}
