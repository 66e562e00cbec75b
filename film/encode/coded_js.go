package encode

import "errors"

// errBrowser is for a program that is WebAssembly itself: it starts no other one, and could only interpret the encoders
// that it would bring, far too slowly. So it brings neither them nor their containers.
var errBrowser = errors.New("not in a browser")

func h264Encoders() []encoder { return none() }
func webmEncoders() []encoder { return none() }

func none() []encoder {
	return []encoder{{
		name:  "builtin",
		probe: func(Spec) (string, error) { return "", errBrowser },
		open:  func(Spec) (sink, error) { return nil, errBrowser },
	}}
}
