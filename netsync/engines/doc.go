// Package engines has the clocks that game engines and their libraries ship, one file each, with their published constants as settings
// and what is odd about them kept. Each is an estimator of package netsync, and some keep two times of their own for a game
// ([unity.Timekeeper]).
package engines
