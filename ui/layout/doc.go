// Package layout divides room among parts and words: rows, columns and grids of rectangles, lines of words that give way by rank, and
// texts broken into lines. All lengths are points. It knows nothing of what stands in a place, and in a frame it allocates nothing.
package layout
