package given

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/BurntSushi/toml"

	"driftlab/assets"
	"driftlab/game/profile"
	"driftlab/ui/uitest"
	"driftlab/ui/words"
)

// constants has the text of each constant of the package.
type constants map[string]ast.Expr

// of adds the constants that a file declares.
func (c constants) of(file *ast.File) {
	for _, declared := range file.Decls {
		group, ok := declared.(*ast.GenDecl)
		if !ok || group.Tok != token.CONST {
			continue
		}
		for _, one := range group.Specs {
			spec := one.(*ast.ValueSpec)
			for i, value := range spec.Values {
				c[spec.Names[i].Name] = value
			}
		}
	}
}

// literal returns the text of a literal, of a constant, or of several joined ones.
func (c constants) literal(e ast.Expr) (text string, ok bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, err == nil
	case *ast.Ident:
		return c.literal(c[e.Name])
	case *ast.BinaryExpr:
		a, isA := c.literal(e.X)
		b, isB := c.literal(e.Y)
		return a + b, isA && isB
	}
	return "", false
}

// saidIn returns the English texts of package profile about measurements: the formats of its notes, and the parts in its tables.
func saidIn(t *testing.T) (said []string) {
	t.Helper()
	sources, err := filepath.Glob(filepath.Join("..", "..", "game", "profile", "*.go"))
	if err != nil || len(sources) == 0 {
		t.Fatal(err)
	}
	known := constants{}
	files := make(map[string]*ast.File)
	for _, path := range sources {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		known.of(file)
		files[path] = file
	}
	add := func(e ast.Expr) {
		if text, ok := known.literal(e); ok && text != "%s" {
			said = append(said, text)
		}
	}
	for path, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				name := ""
				switch f := n.Fun.(type) {
				case *ast.Ident:
					name = f.Name
				case *ast.SelectorExpr:
					name = f.Sel.Name
				}
				switch {
				case name == "said" || name == "note" && len(n.Args) > 0:
					add(n.Args[0])
					if name == "note" && len(n.Args) > 1 { // ping's has a number before it
						add(n.Args[1])
					}
				case name == "choose":
					add(n.Args[1])
				}
			case *ast.KeyValueExpr:
				if key, ok := n.Key.(*ast.Ident); ok && slices.Contains([]string{"title", "assumed"}, key.Name) {
					if file.Name.Name == "profile" && filepath.Base(path) == "probetext.go" {
						add(n.Value)
					}
				}
			case *ast.CompositeLit:
				if of, ok := n.Type.(*ast.Ident); ok && of.Name == "format" || n.Type == nil && filepath.Base(path) == "formats.go" && len(n.Elts) == 5 {
					add(n.Elts[1])
				}
			}
			return true
		})
	}
	return append(said, "up", "down", "there or back")
}

func TestWhatAMeasurementTellsIsThereInEveryLanguage(t *testing.T) {
	said := saidIn(t)
	if len(said) < 60 {
		t.Fatalf("package profile says only %q: this test has lost it", said)
	}
	for _, language := range assets.Languages() {
		if language == "en" {
			continue
		}
		files, err := assets.Texts(language)
		if err != nil {
			t.Fatal(err)
		}
		var texts map[string]string
		if _, err := toml.Decode(files["notes"], &texts); err != nil {
			t.Fatal(err)
		}
		for _, english := range said {
			if text := texts[english]; text == "" {
				t.Errorf("text/%s/notes.toml lacks %q", language, english)
			} else if strings.Count(text, "%") != strings.Count(english, "%") {
				t.Errorf("text/%s/notes.toml: %q has other verbs than English", language, english)
			}
		}
		for english := range texts {
			if !slices.Contains(said, english) {
				t.Errorf("text/%s/notes.toml: package profile does not say %q", language, english)
			}
		}
	}
}

func TestANoteIsSaidInTheLanguageWithItsParts(t *testing.T) {
	german := uitest.Language(t, "de")
	text := "PING x (192.0.2.1) 56(84) bytes of data.\n64 bytes from 192.0.2.1: icmp_seq=1 ttl=57 time=20.4 ms\n\n--- x ping statistics ---\n2 packets transmitted, 1 received, 50% packet loss, time 1500ms\n"
	p, err := profile.Read("x", strings.NewReader(text+text), profile.Part{})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		lang *words.Language
		want string
	}{
		{words.English(), "x: it is the output of ping, by its line 1. Done. 2 pings are joined, one after the other (1 from 0s on: 2 sent, 1 answered; 2 from 3s on: 2 sent, 1 answered)."},
		{german, "x: es ist die Ausgabe von ping, zu erkennen an Zeile 1. Done. 2 Pings sind hintereinandergehängt (1 ab 0s: 2 gesendet, 1 beantwortet; 2 ab 3s: 2 gesendet, 1 beantwortet)."},
	} {
		if got := About(test.lang, "x", p, "Done."); !strings.HasPrefix(got, test.want) {
			t.Errorf("got %s", got)
		}
	}
	late := profile.Note{Format: "Round trips above %v (%d) are kept.", Args: []any{1500 * time.Millisecond, 2}}
	if got := Note(german, late); got != "Umläufe über 1,5s (2): Sie bleiben." {
		t.Errorf("got %s", got)
	}
}
