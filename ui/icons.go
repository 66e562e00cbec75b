package ui

import "driftlab/ui/widgets"

// partIcons are the icons of the parts of the controls in the rail.
var partIcons = map[string]widgets.Icon{
	"network": { // one way and back
		{{0.1, 0.35}, {0.9, 0.35}}, {{0.7, 0.15}, {0.9, 0.35}, {0.7, 0.55}},
		{{0.9, 0.72}, {0.1, 0.72}}, {{0.3, 0.55}, {0.1, 0.72}, {0.3, 0.92}},
	},
	"clocks":  {widgets.Circle(0.5, 0.5, 0.42), {{0.5, 0.22}, {0.5, 0.52}, {0.7, 0.64}}},
	"buffers": {{{0.12, 0.5}, {0.12, 0.9}}, {{0.37, 0.15}, {0.37, 0.9}}, {{0.63, 0.35}, {0.63, 0.9}}, {{0.88, 0.25}, {0.88, 0.9}}},
	"world": { // a player on a platform
		widgets.Circle(0.5, 0.24, 0.15), {{0.5, 0.4}, {0.5, 0.62}}, {{0.3, 0.82}, {0.5, 0.62}, {0.7, 0.82}}, {{0.08, 0.93}, {0.92, 0.93}},
	},
}

// The icons of the top bar.
var (
	iconPlay    = widgets.Icon{{{0.25, 0.12}, {0.82, 0.5}, {0.25, 0.88}, {0.25, 0.12}}}
	iconPause   = widgets.Icon{{{0.32, 0.15}, {0.32, 0.85}}, {{0.68, 0.15}, {0.68, 0.85}}}
	iconStep    = widgets.Icon{{{0.15, 0.15}, {0.62, 0.5}, {0.15, 0.85}, {0.15, 0.15}}, {{0.85, 0.15}, {0.85, 0.85}}}
	iconRestart = widgets.Icon{{{0.85, 0.15}, {0.38, 0.5}, {0.85, 0.85}, {0.85, 0.15}}, {{0.15, 0.15}, {0.15, 0.85}}}
	iconMore    = widgets.Icon{widgets.Circle(0.2, 0.5, 0.06), widgets.Circle(0.5, 0.5, 0.06), widgets.Circle(0.8, 0.5, 0.06)}
	iconMenu    = widgets.Icon{{{0.12, 0.22}, {0.88, 0.22}}, {{0.12, 0.5}, {0.88, 0.5}}, {{0.12, 0.78}, {0.88, 0.78}}}
	iconSheet   = widgets.Icon{ // sliders
		{{0.08, 0.28}, {0.92, 0.28}}, widgets.Circle(0.66, 0.28, 0.1), {{0.08, 0.72}, {0.92, 0.72}}, widgets.Circle(0.34, 0.72, 0.1),
	}
	iconLessons = widgets.Icon{ // a book
		{{0.5, 0.22}, {0.5, 0.9}},
		{{0.5, 0.22}, {0.3, 0.12}, {0.05, 0.14}, {0.05, 0.8}, {0.3, 0.79}, {0.5, 0.9}},
		{{0.5, 0.22}, {0.7, 0.12}, {0.95, 0.14}, {0.95, 0.8}, {0.7, 0.79}, {0.5, 0.9}},
	}
	iconSlower = widgets.Icon{{{0.2, 0.5}, {0.8, 0.5}}}
	iconFaster = widgets.Icon{{{0.2, 0.5}, {0.8, 0.5}}, {{0.5, 0.2}, {0.5, 0.8}}}
)
