// Package liberationsansbolditalic stands for a font that no plot is written with.
package liberationsansbolditalic

import "codeberg.org/go-fonts/liberation/liberationsansregular"

// TTF is Liberation Sans Regular.
var TTF = liberationsansregular.TTF
