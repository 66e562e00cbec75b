// Package liberationmonobolditalic stands for a font that no plot is written with.
package liberationmonobolditalic

import "codeberg.org/go-fonts/liberation/liberationsansregular"

// TTF is Liberation Sans Regular.
var TTF = liberationsansregular.TTF
