// Package gear declares the constants of clocks: lengths of time, numbers and switches, each with its range.
package gear
