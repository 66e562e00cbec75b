// Package display finds the display that windows and films are drawn on, and makes one where there is none.
package display
