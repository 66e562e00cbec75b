// Package files is how the program touches files: one interface to a file system, and sets of outputs that
// take their places together or not at all.
//
// It knows three rules. What is written is never what is read, over links and other names too. A file is
// whole or not there: it is written under a name of its own beside its place, opened exclusively and never
// through a link, and is on the disk before it takes its place. What belongs together, such as the files of a
// run, has a manifest, by which the next run proves that it may replace them, and a reader that none of them
// is from another run.
//
// It must not know what is in the files.
package files
