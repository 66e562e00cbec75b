package encode

import "errors"

// In a browser the program is WebAssembly itself, and could only interpret more of it: far too slow.
var errBrowser = errors.New("not in a browser")

func noBuiltin() encoder {
	return encoder{
		name:  "builtin",
		probe: func(Spec) (string, error) { return "", errBrowser },
		open:  func(Spec) (sink, error) { return nil, errBrowser },
	}
}

func builtinH264() encoder { return noBuiltin() }
func builtinVP8() encoder  { return noBuiltin() }
