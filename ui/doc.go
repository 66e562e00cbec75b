// Package ui is the program's window: the host's and the clients' viewports, the controls, the
// numbers and the plots.
//
// Update changes, Draw reads. The simulation is changed through the session's Set and Do alone,
// which is what makes every session replayable.
package ui
