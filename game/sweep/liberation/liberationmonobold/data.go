// Package liberationmonobold stands for a font that no plot is written with.
package liberationmonobold

import "codeberg.org/go-fonts/liberation/liberationsansregular"

// TTF is Liberation Sans Regular.
var TTF = liberationsansregular.TTF
