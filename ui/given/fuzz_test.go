package given

import (
	"path/filepath"
	"strings"
	"testing"

	"driftlab/internal/testkit"
	"driftlab/ui/words"
)

// oneGoodLine fails the test if a person can't read an error.
func oneGoodLine(t testing.TB, err error) {
	t.Helper()
	if text := err.Error(); text == "" || strings.ContainsAny(text, "\n\x00\x1b") || len(text) > 2000 {
		t.Errorf("a bad message: %q", text)
	}
}

// FuzzPathOf reads what is typed or pasted in place of a path.
func FuzzPathOf(f *testing.F) {
	for _, text := range []string{"x.toml", " /tmp/x ", "'a b'", "file:///tmp/a%20b", "a\nb", "driftlab1:AAAA.AAAAAA", "first"} {
		f.Add(text)
	}
	testkit.FuzzDamaged(f, func(t testing.TB, text string) {
		path, err := PathOf(text)
		if err != nil {
			oneGoodLine(t, err)
		}
		if path != "" && (err != nil || !filepath.IsAbs(path) || path != filepath.Clean(path)) {
			t.Errorf("%q, %v", path, err)
		}
	})
}

// FuzzDropped reads files that are dropped onto the window: a line with the file's name, and its content.
func FuzzDropped(f *testing.F) {
	for _, file := range []string{
		"x.toml\nformat = 1\n[set]\nlink.delay = '5ms'\n", "x.csv\nt_ms,delay_ms\n0,1\n2.5,3.25\n", "x.up\n0\n1\n5\n", "x.dist\n# c\n-8192 0 8192\n",
		"x.json\n{\"round_trips\":[{\"lost\":\"false\",\"delay\":{\"rtt\":5,\"send\":2,\"receive\":3}}]}", "x.txt\nPING x\nicmp_seq=1 time=1.5 ms\n---\n1 packets\n",
		"x.gz\n\x1f\x8b", "x\n\xef\xbb\xbft_ms,up_ms,down_ms\n0,1,2\n", "x\ndriftlab1:AAAA.AAAAAA", "x\n\x00",
		"x\na : 1.0 2.0\n", "x\n0 20 0 1\n100 21 0 2\n", "x\n0.0\t2.5\n1.0\t3.5\n", "x.csv\ntimestamp,rtt\n1705744800.5,91.8\n"} {
		f.Add(file)
	}
	f.Setenv("XDG_CACHE_HOME", f.TempDir()) // files from shared texts are kept there
	testkit.FuzzDamaged(f, func(t testing.TB, file string) {
		name, content, _ := strings.Cut(file, "\n")
		d := File{Name: name[:min(len(name), 255)], Content: []byte(content)} // no system has longer names
		sc, err := Session(d)
		if err == nil && sc == nil {
			switch kind := KindOf(d); kind {
			case Measurement:
				_, err = Measured(words.English(), d)
			default:
				err = Check(d, kind)
			}
		} else if err == nil {
			err = sc.Validate()
		}
		if err != nil {
			oneGoodLine(t, err)
		}
	})
}
