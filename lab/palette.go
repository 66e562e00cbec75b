package lab

import (
	"image/color"

	"gonum.org/v1/plot/vg"
)

// The colours and dashes of the window's package ui/draw, which cannot be imported here: it needs a
// display. A test compares them.
var (
	ground  = rgb(0x14171C)
	gridInk = rgb(0x262C35)
	ink     = rgb(0xE4E8EE)
	inkDim  = rgb(0x9AA4B2)
)

// lineStyle is a colour and the dash that doubles it: lengths on, off, on, off.
type lineStyle struct {
	color color.NRGBA
	dash  [4]vg.Length
}

// styles are of the algorithms in the order of their table; from the tenth on they repeat.
var styles = [...]lineStyle{
	{rgb(0xCC79A7), [4]vg.Length{}},
	{rgb(0xF0E442), [4]vg.Length{9, 5, 9, 5}},
	{rgb(0x56B4E9), [4]vg.Length{1, 4, 1, 4}},
	{rgb(0xE69F00), [4]vg.Length{12, 4, 1, 4}},
	{rgb(0x009E73), [4]vg.Length{18, 5, 18, 5}},
	{rgb(0xD55E00), [4]vg.Length{5, 4, 5, 4}},
	{rgb(0xA9B4C2), [4]vg.Length{1, 7, 1, 7}},
	{rgb(0x3D94DA), [4]vg.Length{14, 4, 5, 4}},
	{rgb(0xD9C7A3), [4]vg.Length{22, 4, 1, 4}},
}

func style(algorithm int) lineStyle { return styles[algorithm%len(styles)] }

func rgb(v uint32) color.NRGBA {
	return color.NRGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 0xff}
}

func withAlpha(c color.NRGBA, alpha uint8) color.NRGBA {
	c.A = alpha
	return c
}
