//go:build !(unix || windows)

package files

// alive says of every process that it is there: a page has no others, and can ask of none.
func alive(int) bool { return true }
