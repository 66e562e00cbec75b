// Package insight is what a clock shows of itself, for people to look at: the samples that it keeps, the numbers that it goes by, and
// what is measured of it at every tick. It knows the times and estimators of package netsync, and no algorithm.
//
// Whoever only wants to know the time needs none of it.
package insight
