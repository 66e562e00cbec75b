// Package lesson has the lessons: scenarios with a text about what is to be seen in them and the numbers
// that they must show.
//
// A lesson is one file, assets/lessons/NN-what.toml: a scenario file with a table [lesson] more. Its numbers
// are measured, by the functions of [Measures], from a session as it stands: a run without a window and the
// window while it runs do the same. docs/lessons.md tells how to write one.
package lesson
