// Package liberationsansregular is the font of the sweeps' plots, Liberation Sans Regular.
package liberationsansregular

import _ "embed"

// TTF is the font as a TrueType file.
//
//go:embed LiberationSans-Regular.ttf
var TTF []byte
