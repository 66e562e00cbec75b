package web

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"regexp"
	"strings"
)

// inline is a script or style in an HTML file: its kind, its attributes and its text.
var inline = regexp.MustCompile(`(?is)<(script|style)\b([^>]*)>(.*?)</(?:script|style)\s*>`)

// policy returns the content security policy of a file: what it may load and run, and where that may come from. Of an HTML
// file the scripts and styles that stand in it are allowed by their hashes; of any other file html is nil.
//
// It is as strict as the page runs under. WebAssembly needs 'wasm-unsafe-eval'. The library for sound makes the script of
// its worklet itself and loads it as a blob, which only a script that already runs can make. What scripts set of an
// element's style, as the library of the window does, no policy forbids. It does not say who may have the page
// within another (frame-ancestors): everybody may.
func policy(html []byte) string {
	scripts, styles := []string{"script-src 'self' 'wasm-unsafe-eval' blob:"}, []string{"style-src"}
	lines := bytes.ReplaceAll(bytes.ReplaceAll(html, []byte("\r\n"), []byte("\n")), []byte("\r"), []byte("\n")) // as a browser reads them
	for _, found := range inline.FindAllSubmatch(lines, -1) {
		sum := sha256.Sum256(found[3])
		source := "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
		if strings.EqualFold(string(found[1]), "style") {
			styles = append(styles, source)
		} else if !bytes.Contains(bytes.ToLower(found[2]), []byte("src=")) {
			scripts = append(scripts, source)
		}
	}
	if len(styles) == 1 {
		styles = append(styles, "'none'")
	}
	return strings.Join([]string{
		"default-src 'none'", strings.Join(scripts, " "), strings.Join(styles, " "), "connect-src 'self'", "img-src 'self'",
		"manifest-src 'self'", "worker-src 'self'", "base-uri 'none'", "form-action 'none'",
	}, "; ")
}
