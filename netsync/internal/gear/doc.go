// Package gear has the parts that clocks are built from: when to ask and which answers count, when a frame runs, and a ring
// of the latest samples.
package gear
