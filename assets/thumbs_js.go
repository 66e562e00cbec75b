package assets

import "os"

// Thumb returns the small picture (PNG) that lists of lessons have of one, by its name, once the page has fetched it.
func Thumb(lesson string) ([]byte, error) { return os.ReadFile("/page/" + lesson + ".png") }
