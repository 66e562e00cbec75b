// Package arith is the arithmetic of clocks: counters that wrap, and divisions that round as is said.
package arith
