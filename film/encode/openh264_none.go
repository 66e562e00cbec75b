//go:build !js && !((linux || darwin || windows) && (amd64 || arm64))

package encode

import "errors"

// openH264Encoder says that structures of 32-bit systems, and systems without loadable libraries, are not known.
func openH264Encoder() encoder {
	return encoder{
		name:  "openh264",
		probe: func(Spec) (string, error) { return "", errors.New("not on this kind of system") },
		open:  func(Spec) (sink, error) { return nil, errors.New("not on this kind of system") },
	}
}
