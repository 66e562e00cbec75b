package files

import (
	"net/url"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestPathsArePastedInManyWays(t *testing.T) {
	for _, test := range []struct{ system, text, want string }{
		{"linux", "/a/b c.toml", "/a/b c.toml"},
		{"linux", "/a/b.toml\r\n", "/a/b.toml"},
		{"linux", `"/a/b c.toml"`, "/a/b c.toml"},
		{"linux", "'/a/b c.toml'\n", "/a/b c.toml"},
		{"linux", "/a/it's", "/a/it's"},
		{"linux", "/a/100%20.toml", "/a/100%20.toml"},
		{"linux", "file:///a/b%20c.toml\n", "/a/b c.toml"},
		{"linux", "file://localhost/a/%C3%A9.toml", "/a/é.toml"},
		{"linux", "FILE://LOCALHOST/a", "/a"},
		{"linux", "file:/a/b", "/a/b"},
		{"linux", `"file:///a/b%20c.toml"`, "/a/b c.toml"},
		{"linux", "file:///a/%22q%22%27.toml", `/a/"q"'.toml`},
		{"linux", "file:///a/100%25.toml", "/a/100%.toml"},
		{"linux", "file:///a/x%3Fy%23z", "/a/x?y#z"},
		{"linux", "file:///C:/x", "/C:/x"},
		{"linux", "//a/b", "//a/b"},
		{"windows", "file:///C:/a%20b/x.toml", "C:/a b/x.toml"},
		{"windows", "file://localhost/C:/x", "C:/x"},
		{"windows", `"C:\a b\x.toml"`, `C:\a b\x.toml`},
		{"darwin", "file:///Users/a/My%20Log.toml\n", "/Users/a/My Log.toml"},
	} {
		if got, err := pasted(test.text, test.system); err != nil || got != test.want {
			t.Errorf("%s: %q: got %q, %v", test.system, test.text, got, err)
		}
	}
	for _, test := range []struct{ system, text, want string }{
		{"linux", "file://server/share/x", "another machine"},
		{"windows", "file://server/share/x", "another machine"},
		{"windows", `\\server\share\x`, "another machine"},
		{"windows", "//server/share/x", "another machine"},
		{"windows", "file:////server/share/x", "another machine"},
		{"windows", `"\\server\share\x"`, "another machine"},
		{"linux", "file:///a/%zz", "no address of a file"},
		{"linux", "file:///a?b", "no address of a file"},
		{"linux", "file:///a#b", "no address of a file"},
		{"linux", "file://", "no address of a file"},
		{"linux", "file:a\x01\n\nb", "no address of a file"},
	} {
		if got, err := pasted(test.text, test.system); err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %q: got %q, %v", test.system, test.text, got, err)
		}
	}
}

func TestAnAddressOfAPathIsThePathAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		path := "/" + rapid.StringMatching(`[^/\x00 ]([^\x00]*[^\x00/ ])?`).Draw(t, "path")
		address := (&url.URL{Scheme: "file", Path: path}).String()
		if got, err := pasted(address+"\r\n", "linux"); err != nil || got != path {
			t.Fatalf("%q: got %q, %v", address, got, err)
		}
	})
}
