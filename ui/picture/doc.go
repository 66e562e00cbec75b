// Package picture puts panels together: those of one world, or of two that are compared. The window and a film are made of
// one [Picture] each; they say where its panels are, and when they read anew.
package picture
