// Package judge scores somebody's clock on links whose truth is known, beside every clock of this module on the same link. The
// random delays and losses of a clock's questions go by its number, so that no clock changes another's.
package judge
