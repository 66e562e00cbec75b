// Package insight is what a clock shows people about itself: the samples that it keeps, the numbers that it uses, and what
// is measured of it at every tick. It knows the times and estimators of package netsync, and no algorithm.
//
// A program that only wants to know the time does not need it.
package insight
