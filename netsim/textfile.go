package netsim

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// readText reads a user's file of up to most bytes. name is what the user calls it.
func readText(name string, r io.Reader, most int) (string, error) {
	data, err := io.ReadAll(io.LimitReader(r, int64(most)+1))
	if err != nil {
		return "", fmt.Errorf("%q: %w", name, err)
	}
	if len(data) > most {
		return "", fmt.Errorf("%q: it is longer than %d bytes", name, most)
	}
	if !utf8.Valid(data) || bytes.IndexByte(data, 0) >= 0 {
		return "", fmt.Errorf("%q: it is not a text file", name)
	}
	return string(bytes.TrimPrefix(data, []byte("\ufeff"))), nil // a byte order mark, as editors on Windows write it
}

// lineError returns an error that says where in a user's file it is.
func lineError(name string, line int, err error) error {
	return fmt.Errorf("%q, line %d: %w", name, line, err)
}

// excerpt returns what a message shows of a user's text: its beginning, quoted if it cannot be a number.
func excerpt(s string) string {
	const most = 40 // characters as shown: a control character takes four
	shown := s[:min(len(s), most+utf8.UTFMax)]
	for len(shown) > most || len(strconv.Quote(shown)) > most+len(`""`) {
		_, size := utf8.DecodeLastRuneInString(shown)
		shown = shown[:len(shown)-size]
	}
	if shown != s {
		shown += "…"
	}
	if strings.Trim(shown, "0123456789.-…") != "" {
		return strconv.Quote(shown)
	}
	return shown
}
