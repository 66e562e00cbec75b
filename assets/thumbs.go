//go:build !js

package assets

import "embed"

//go:embed thumbs/*.png
var thumbs embed.FS

// Thumb returns the small picture (PNG) that lists of lessons have of one, by its name.
func Thumb(lesson string) ([]byte, error) { return thumbs.ReadFile("thumbs/" + lesson + ".png") }
