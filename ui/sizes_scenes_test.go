package ui

import (
	"fmt"
	"image"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/ui/config"
	"driftlab/ui/uitest"
)

// galleryAtSizes writes a picture of every view, layout and arena at four sizes, by night and by day, into a folder of the
// gallery, and returns what its page says of them.
func galleryAtSizes(t *testing.T, only *regexp.Regexp) string {
	const folder = "sizes"
	sizes := [...]image.Point{{960, 540}, {1280, 720}, {1600, 900}, {2560, 1440}}
	check(t, os.MkdirAll(filepath.Join(*galleryDir, folder), 0o755))
	var page strings.Builder
	page.WriteString("\n## Every view, layout and arena at four sizes\n\n|")
	for _, size := range sizes {
		fmt.Fprintf(&page, " | %d × %d", size.X, size.Y)
	}
	page.WriteString(" |\n| ---" + strings.Repeat(" | ---", len(sizes)) + " |\n")
	for _, s := range sized() {
		fmt.Fprintf(&page, "| %s", s.what)
		for _, size := range sizes {
			for i, theme := range config.Themes() {
				name := fmt.Sprintf("%s/%s-%d-%s", folder, s.name, size.X, theme)
				fmt.Fprintf(&page, "%s[%s](%s.png)", [...]string{" | ", ", "}[min(i, 1)], theme, name)
				if !only.MatchString(name) {
					continue
				}
				t.Run(name, func(t *testing.T) {
					s.size, s.settings.Theme = size, theme
					_, img := s.picture(t)
					uitest.WritePNG(t, filepath.Join(*galleryDir, name+".png"), uitest.FewColours(img, uitest.Colours))
				})
			}
		}
		page.WriteString(" |\n")
	}
	return page.String()
}

// sized lists the views, the layouts of Watch, and the arenas.
func sized() []scene {
	at := func(name, what, world string, layout func(a *App)) scene {
		return scene{name: name, what: what, scenario: world, at: 9 * time.Second, settings: config.Settings{View: config.WatchView}, do: layout}
	}
	as := func(layout string) func(a *App) { return func(a *App) { a.watchAs(layout) } }
	compared := at("ab", "A and B", "arenas/yard", compareDelays)
	compared.at, compared.more = 5*time.Second, 13*time.Second
	lab, chart := at("lab", "Lab", "first", showTab("error")), at("diagram", "Diagram", "first", showTab("spacetime"))
	lab.settings.View, chart.settings.View = config.LabView, config.DiagramView
	return []scene{
		at("solo", "Watch, one world, in the yard", "arenas/yard", nil),
		at("pair", "Host and client", "arenas/yard", as(scenario.WatchPair)),
		at("two", "Two clients", "arenas/yard", as(scenario.WatchTwo)),
		compared,
		at("frozen", "Three stills", "arenas/duel", showFelt),
		at("lift", "Lift", "arenas/lift", nil),
		at("duel", "Duel", "arenas/duel", nil),
		at("relay", "Relay", "arenas/relay", nil),
		at("ball", "Ball", "arenas/ball", nil),
		at("classic", "Classic", "lesson-09", nil),
		lab,
		chart,
	}
}
