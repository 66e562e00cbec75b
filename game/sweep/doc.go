// Package sweep runs many sessions and compares them: a grid of scenarios, settings and seeds, on all
// cores of one machine or in shards on many.
//
// Every point of the grid is a cell with a number, and a cell's result depends on its settings and
// its seed alone. Finished cells are kept in a [Folder] as they finish; the table and the plots are
// made from there, always in the order of the cells, so they do not tell how many cores, shards or
// attempts it took.
//
// The package knows scenarios and summaries. It does not know what an algorithm does, nor the window.
package sweep
