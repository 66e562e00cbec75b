package profile

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
)

// readAll reads a whole file with measurements, and unpacks it if it is packed with gzip.
func readAll(name string, r io.Reader) ([]byte, error) {
	data, err := readBounded(name, r)
	if err != nil || !bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
		return data, err
	}
	packed, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("%q: it is not whole gzip: %w", name, err)
	}
	data, err = readBounded(name, packed)
	if err != nil {
		return nil, err
	}
	return data, nil
}

// readBounded reads all that there is, up to [MaxInput].
func readBounded(name string, r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxInput+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%q cannot be read: %w", name, err)
	case len(data) > MaxInput:
		return nil, fmt.Errorf("%q: more than %d bytes are outside 1..%d", name, MaxInput, MaxInput)
	case len(data) == 0:
		return nil, fmt.Errorf("%q is empty", name)
	}
	return data, nil
}
