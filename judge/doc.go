// Package judge scores somebody's clock on links whose truth is known, beside every clock of this module on the same luck: the
// same random delays and losses.
package judge
