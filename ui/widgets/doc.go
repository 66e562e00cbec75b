// Package widgets is the look of the program's controls: ebitenui's widgets in a palette's colours at one
// scale factor, and constructors for what the window is made of.
//
// Each control is ebitenui's own. What is added to some of them is small: a slider counts in steps
// of a real number and can be typed into, a dropdown opens upwards where there is no room below, a
// popover lies over the rest, a ring shows which control has the keyboard.
//
// The package knows no session. A control calls back only for what a person did, during ebitenui's
// Update; its Set method is silent.
//
// The mouse never takes the keyboard: Tab does. While ebitenui.UI.HasFocus says true, Space, Enter,
// Backspace and the arrows belong to the control that has the ring.
package widgets
