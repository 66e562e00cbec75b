// Package film says what a film is: its size, its frames and their instants, what is in the picture, its
// captions, and the files that stand beside it. It knows
// neither how a frame is drawn (that is ui) nor how it is encoded (that is record).
package film
