// Package engines has the clocks that game engines and their libraries ship, one file each, with their published constants
// as settings and their oddities kept. Each is an estimator of package netsync, and some keep two times for a game
// themselves ([unity.Timekeeper]).
package engines
