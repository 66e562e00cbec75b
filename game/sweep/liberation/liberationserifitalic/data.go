// Package liberationserifitalic stands for a font that no plot is written with.
package liberationserifitalic

import "codeberg.org/go-fonts/liberation/liberationsansregular"

// TTF is Liberation Sans Regular.
var TTF = liberationsansregular.TTF
