package files

import (
	"errors"
	"fmt"
	"net/url"
	"runtime"
	"strings"
)

// Pasted returns the path that a person means by a text that file managers, browsers and terminals put onto the
// clipboard: a path as it is, in quotes, or a file:// address with its %20. Errors are for an address that
// leads to another machine, or to none of its files.
func Pasted(text string) (string, error) { return pasted(text, runtime.GOOS) }

func pasted(text, system string) (string, error) {
	text = strings.TrimSpace(text)
	for _, quote := range []string{`"`, "'"} {
		if len(text) > 1 && strings.HasPrefix(text, quote) && strings.HasSuffix(text, quote) {
			text = strings.TrimSpace(text[1 : len(text)-1])
		}
	}
	path := text
	if len(text) >= len("file:") && strings.EqualFold(text[:len("file:")], "file:") {
		address, err := url.Parse(text)
		switch {
		case err != nil:
			return "", errors.New("it is no address of a file: a % or another character is not as it has to be")
		case address.Host != "" && !strings.EqualFold(address.Host, "localhost"):
			return "", fmt.Errorf("%q is a file of another machine: copy it to this one first", text)
		case address.Path == "" || address.RawQuery != "" || address.Fragment != "" || address.ForceQuery:
			return "", fmt.Errorf("%q is no address of a file: ? and # have to be written as %%3F and %%23", text)
		}
		path = address.Path
		if drive := strings.TrimPrefix(path, "/"); system == "windows" && len(drive) > 1 && drive[1] == ':' {
			path = drive
		}
	}
	if system == "windows" && Remote(path) {
		return "", fmt.Errorf("%q is a file of another machine: copy it to this one first", text)
	}
	return path, nil
}
