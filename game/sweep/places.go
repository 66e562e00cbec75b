package sweep

import "driftlab/internal/files"

// PlotFiles returns the names of the files of a plot, with slashes.
func PlotFiles(name string) []string {
	return []string{PlotsDir + "/" + name + ".png", PlotsDir + "/" + name + ".svg"}
}

// PlotPlaces draws one value in ms of each clock at each place that has a name, as PNG and SVG. A negative value is none.
func PlotPlaces(to *files.Folder, file, title, about, axis string, places, clocks []string, ms [][]float64) error {
	k := comparison{key: axis, names: places}
	for i := range places {
		k.at = append(k.at, float64(i))
	}
	bands := make([][]band, len(clocks))
	for c := range clocks {
		for _, v := range ms[c] {
			bands[c] = append(bands[c], band{v, v, v, v >= 0})
		}
	}
	chart, err := k.amongWords(title, about, clocks, linesOf(clocks, nil), bands)
	if err != nil {
		return err
	}
	return chart.write(to, file)
}
