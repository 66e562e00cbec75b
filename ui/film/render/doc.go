// Package render makes films without a window: a film's picture, the job that renders it frame by frame in a game loop,
// and the files beside it.
package render
