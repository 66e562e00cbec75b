package files

import (
	"net/url"
	"strings"
	"testing"

	"driftlab/internal/testkit"
)

// FuzzPasted reads what file managers put onto the clipboard, as each system does.
func FuzzPasted(f *testing.F) {
	for _, text := range []string{"/tmp/a b.toml", `"C:\x.toml"`, "file:///tmp/a%20b.toml", "FILE://localhost/x\n", "file:///C:/x", "file://host/x",
		`\\host\share`, "//host/share", "file:a", "file:///%zz", "file:///x?y#z", "' \" '", "file:////host/share", "file:", "~/x"} {
		f.Add(text)
	}
	testkit.FuzzDamaged(f, func(t testing.TB, text string) {
		for _, system := range []string{"linux", "darwin", "windows"} {
			path, err := pasted(text, system)
			if err != nil {
				if message := err.Error(); path != "" || strings.ContainsAny(message, "\n\x00\x1b") {
					t.Errorf("%q with a bad message: %q", path, message)
				}
				continue
			}
			if system == "windows" && Remote(path) {
				t.Errorf("%q leads to another machine", path)
			}
			if !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") {
				continue
			}
			again, err := pasted((&url.URL{Scheme: "file", Path: path}).String(), system)
			if drive := strings.TrimPrefix(path, "/"); system == "windows" && len(drive) > 1 && drive[1] == ':' {
				path = drive
			}
			if err == nil && again != path || err != nil && system != "windows" {
				t.Errorf("the address of %q leads to %q, %v", path, again, err)
			}
		}
	})
}
