package session

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
)

// A fileCheck is what a scenario file says of the content of another file that its settings name.
type fileCheck struct {
	checksum string
	key      string // of its line
	used     bool
}

// fileChecks reads the table of files: their paths and checksums.
func (t *table) fileChecks() map[string]*fileCheck {
	checks := map[string]*fileCheck{}
	v, ok := t.values["files"]
	values, isTable := v.(map[string]any)
	if ok && !isTable {
		t.fail("files", "%s is not a table", shown(v))
	}
	flat := map[string]any{} // a path that is not quoted is a key with dots
	flatten("", values, flat)
	for _, path := range slices.Sorted(maps.Keys(flat)) {
		key := "files." + path
		sum, ok := flat[path].(string)
		if !ok {
			t.fault(key, fmt.Errorf("files: %q: %s is not a text such as \"sha256:…\"", path, shown(flat[path])))
		}
		abs, err := absolute(filepath.Dir(t.parser.path), path)
		if err != nil {
			t.fault(key, fmt.Errorf("files: %q: %w", path, err))
		}
		checks[abs] = &fileCheck{checksum: sum, key: key}
	}
	return checks
}

// checkFiles refuses files that are not those of which the scenario file speaks.
func (p *parser) checkFiles(set []Assignment) error {
	for _, a := range set {
		if a.text == nil {
			continue
		}
		c := p.files[a.text.text]
		if c == nil {
			continue
		}
		c.used = true
		if c.checksum != a.text.checksum {
			return fmt.Errorf("%s: %q has changed: it is %s, not %s", a.Name(), a.text.text, shortSum(a.text.checksum), shortSum(c.checksum))
		}
	}
	return nil
}

// unusedFiles refuses a file that no setting names: most likely it is written differently there.
func (t *table) unusedFiles() {
	for _, path := range slices.Sorted(maps.Keys(t.parser.files)) {
		if c := t.parser.files[path]; !c.used {
			t.fault(c.key, fmt.Errorf("files: no setting names %q", path))
		}
	}
}

// shortSum is a checksum as an error shows it.
func shortSum(sum string) string {
	const most = len("sha256:") + 8
	if len(sum) > most {
		return fmt.Sprintf("%.*s…", most, sum)
	}
	return sum
}
