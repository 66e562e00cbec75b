// Package arith is the arithmetic of clocks: counters that wrap, and divisions whose rounding is stated.
package arith
