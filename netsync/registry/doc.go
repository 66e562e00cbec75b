// Package registry lists all clocks of this module: their names, their numbers on the wire, their groups and constants, and
// the variants that a scenario makes of them. It imports every clock's package; a program that needs one clock imports that
// clock's package alone.
package registry
