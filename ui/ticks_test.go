package ui

// drawTab draws the open tab by itself.
func drawTab(a *App) {
	a.Canvas.Reset()
	a.Tips.At(0, 0)
	a.Tabs.Tabs[a.Tabs.Open].Draw(&a.View, a.Canvas, a.Tabs.Inside(&a.View, a.Regions.Time))
}
