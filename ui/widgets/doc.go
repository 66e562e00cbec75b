// Package widgets is the look of the program's controls: a dark theme at one scale factor, and
// constructors for what the window is made of.
//
// ebitenui lays out, orders focus and input layers, and shows tooltips. The controls themselves are
// drawn here, because ebitenui's own know neither a scale factor nor a filled slider track, jump by
// pages when their track is clicked, open lists past the window's edge, and call back when the
// program sets them.
//
// The package knows no session. A control calls back only for what a person did, at the end of
// ebitenui's Update; its Set method is silent.
//
// The mouse never takes the keyboard: Tab does, and a ring shows it. While ebitenui.UI.HasFocus
// says true, Space, Enter, Backspace and the arrows belong to the control that has the ring.
package widgets
