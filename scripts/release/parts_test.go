package main

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
	"time"
)

// plist reads the dictionary of a property list of macOS: texts, and "true" and "false".
func plist(t *testing.T, content []byte) map[string]string {
	t.Helper()
	all, d := map[string]string{}, xml.NewDecoder(strings.NewReader(string(content)))
	key, text := "", ""
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		switch part := token.(type) {
		case xml.CharData:
			text = string(part)
		case xml.StartElement:
			text = ""
		case xml.EndElement:
			switch name := part.Name.Local; name {
			case "key":
				key = text
			case "string":
				all[key] = text
			case "true", "false":
				all[key] = name
			case "dict", "plist":
			default:
				t.Fatalf("%s has a <%s>", key, name)
			}
		}
	}
}

func TestMacOSIsToldOfTheProgramAndOfNothingThatItCannotDo(t *testing.T) {
	for version, number := range map[string]string{"v0.3.0": "0.3.0", "v0.3.1-rc.1": "0.3.1", "v0.0.0-20261127050000-0123456789ab": "0.0.0"} {
		m := making{version: version, when: time.Unix(1_790_000_000, 0).UTC()}
		info, err := m.filled("Info.plist")
		if err != nil {
			t.Fatal(err)
		}
		got := plist(t, info)
		for key, want := range map[string]string{
			"CFBundleIdentifier": desktopID, "CFBundleExecutable": "driftlab", "CFBundleIconFile": "driftlab", "CFBundlePackageType": "APPL",
			"CFBundleVersion": number, "CFBundleShortVersionString": number, "NSHighResolutionCapable": "true",
		} {
			if got[key] != want {
				t.Errorf("%s: %s is %q, want %q", version, key, got[key], want)
			}
		}
		if got["NSDocumentsFolderUsageDescription"] == "" {
			t.Error("a person is not told why it writes among their documents")
		}
		for key := range got {
			if strings.HasPrefix(key, "CFBundleDocumentTypes") || strings.HasPrefix(key, "CFBundleURLTypes") {
				t.Errorf("it says %s, and nothing hands over what is opened", key)
			}
		}
	}
	if got := plist(t, part("entitlements.plist")); got["com.apple.security.cs.allow-unsigned-executable-memory"] != "true" {
		t.Errorf("what is signed may do %q: it cannot make films", got)
	}
}
