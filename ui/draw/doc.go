// Package draw puts shapes and text on an Ebitengine image in few draw calls.
//
// It knows the program's colours, one signed-distance shader, and one glyph atlas. It knows nothing
// of clocks, worlds or widgets.
//
// A [Canvas] is filled anew every frame and flushed once: all its shapes are one draw call, all its
// text another, and the overlay above them two more, whatever is clipped to what. Once the slices
// have grown to a frame's size, drawing does not allocate.
//
// All positions and lengths are device pixels. Pixel (0, 0) covers the square from (0, 0) to (1, 1),
// so a line one pixel wide is crisp when it runs along y = 10.5; [Batch.HLine] and [Batch.VLine] see
// to that. Multiply design sizes by [Fonts.Px].
package draw
