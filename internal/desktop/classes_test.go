package desktop

import (
	"errors"
	"maps"
	"strings"
	"testing"
)

// fake is a registry in memory: keys, and values as KEY|NAME. It fails at a step, if that is not 0.
type fake struct {
	keys   map[string]bool
	values map[string]string
	fail   int
}

var errFull = errors.New("the registry is full")

func (f *fake) step() error {
	if f.fail--; f.fail == 0 {
		return errFull
	}
	return nil
}

func (f *fake) set(key, name, text string) error {
	if err := f.step(); err != nil {
		return err
	}
	for at := key; at != ""; at = above(at) {
		f.keys[at] = true
	}
	f.values[key+"|"+name] = text
	return nil
}

func (f *fake) unset(key, name string) error {
	delete(f.values, key+"|"+name)
	return f.step()
}

func (f *fake) tidy(key string) error {
	for other := range f.keys {
		if strings.HasPrefix(other, key+`\`) {
			return nil
		}
	}
	for value := range f.values {
		if strings.HasPrefix(value, key+"|") {
			return nil
		}
	}
	delete(f.keys, key)
	return f.step()
}

// used is a registry in which others have entered what opens TOML files.
func used() *fake {
	return &fake{keys: map[string]bool{".toml": true, `.toml\OpenWithProgids`: true}, values: map[string]string{".toml|": "Pad.File", `.toml\OpenWithProgids|Pad.File`: ""}}
}

func TestWhatIsErasedFromARegistryIsAllThatWasEntered(t *testing.T) {
	for name, made := range map[string]func() *fake{
		"an empty one": func() *fake { return &fake{keys: map[string]bool{}, values: map[string]string{}} }, "a used one": used,
	} {
		r, before := made(), made()
		for range 2 { // entered again it is the same
			if err := enter(r, `C:\drift lab\driftlab.exe`); err != nil {
				t.Fatal(err)
			}
		}
		if got := r.values[`driftlab1\shell\open\command|`]; got != `"C:\drift lab\driftlab.exe" -- "%1"` {
			t.Errorf("%s: addresses are opened by %s", name, got)
		}
		if _, ok := r.values[`.toml\OpenWithProgids|Driftlab.Session`]; !ok || r.values[".toml|"] != before.values[".toml|"] {
			t.Errorf("%s: %q", name, r.values)
		}
		for range 2 {
			if err := erase(r); err != nil {
				t.Fatal(err)
			}
		}
		if !maps.Equal(r.keys, before.keys) || !maps.Equal(r.values, before.values) {
			t.Errorf("%s: there is %v, %q", name, r.keys, r.values)
		}
	}
}

func TestARegistryThatFailsHalfWayHasNothingEntered(t *testing.T) {
	before := used()
	for k := range len(values("")) {
		r := used()
		r.fail = k + 1
		if err := enter(r, `C:\driftlab.exe`); !errors.Is(err, errFull) {
			t.Errorf("step %d: %v", k+1, err)
		}
		if !maps.Equal(r.keys, before.keys) || !maps.Equal(r.values, before.values) {
			t.Errorf("step %d: there is %v, %q", k+1, r.keys, r.values)
		}
	}
}

func TestAValueThatCannotBeErasedKeepsNoOther(t *testing.T) {
	r := used()
	if err := enter(r, `C:\driftlab.exe`); err != nil {
		t.Fatal(err)
	}
	r.fail = 1
	if err := erase(r); !errors.Is(err, errFull) {
		t.Errorf("got %v", err)
	}
	if len(r.values) > len(used().values) {
		t.Errorf("there is %q", r.values)
	}
}
