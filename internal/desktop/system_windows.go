package desktop

import (
	"errors"
	"fmt"
	"syscall"

	winreg "golang.org/x/sys/windows/registry"

	"driftlab/internal/files"
)

// Register has this person's desktop list the program at a path among those that open TOML files, and open its addresses with it.
func Register(_ files.FS, program string) error {
	defer changed()
	return enter(classes{}, program)
}

// Unregister takes back all that Register has done.
func Unregister(files.FS) error {
	defer changed()
	return erase(classes{})
}

// classes are the person's Software\Classes.
type classes struct{}

func (classes) set(key, name, text string) error {
	return on(key, func(path string) error {
		k, _, err := winreg.CreateKey(winreg.CURRENT_USER, path, winreg.SET_VALUE)
		if err != nil {
			return err
		}
		return errors.Join(k.SetStringValue(name, text), k.Close())
	})
}

func (classes) unset(key, name string) error {
	return on(key, func(path string) error {
		k, err := winreg.OpenKey(winreg.CURRENT_USER, path, winreg.SET_VALUE)
		if err != nil {
			return err
		}
		return errors.Join(k.DeleteValue(name), k.Close())
	})
}

func (classes) tidy(key string) error {
	return on(key, func(path string) error {
		k, err := winreg.OpenKey(winreg.CURRENT_USER, path, winreg.QUERY_VALUE)
		if err != nil {
			return err
		}
		info, err := k.Stat()
		if err := errors.Join(err, k.Close()); err != nil {
			return err
		}
		if info.SubKeyCount > 0 || info.ValueCount > 0 {
			return nil
		}
		return winreg.DeleteKey(winreg.CURRENT_USER, path)
	})
}

// on does something with a key. That it is not there is no error.
func on(key string, do func(path string) error) error {
	path := `Software\Classes\` + key
	if err := do(path); err != nil && !errors.Is(err, winreg.ErrNotExist) {
		return fmt.Errorf(`HKEY_CURRENT_USER\%s: %w`, path, err)
	}
	return nil
}

// changed tells Windows that programs are listed otherwise now (SHChangeNotify: SHCNE_ASSOCCHANGED).
func changed() {
	const associations = 0x08000000
	if tell := syscall.NewLazyDLL("shell32.dll").NewProc("SHChangeNotify"); tell.Find() == nil {
		tell.Call(associations, 0, 0, 0)
	}
}
