package picture

import (
	"driftlab/ui/diagram"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// LabGap is between two panels of the Lab, in points.
const LabGap = 8

// A labSize is how the Lab is divided in windows of at least a size, in points.
type labSize struct {
	width, height float32 // of the window, at least
	settings      float32 // the width of their column; 0 for a rail of icons, which open it over the worlds
	race          float32 // its width; 0 where it is one of the diagrams
	worlds        float32 // their height
	others        float32 // the width of the list of other clients, beside the worlds
	table         bool    // there is a table of clients if there is enough height
}

// labSizes are those sizes, the largest first.
var labSizes = [...]labSize{
	{width: 1500, height: 840, settings: 256, race: 456, worlds: 200, others: 156, table: true},
	{width: 1200, height: 680, settings: 256, race: 344, worlds: 180, table: true},
	{width: 840, height: 460, race: 300, worlds: 118},
	{worlds: 118},
}

// Lengths of the Lab's parts, in points.
const (
	ControlsWidth = 256 // of the column of settings, also where it is a drawer
	railWidth     = 40
	labDiagram    = 200 // the least height of a diagram under the worlds
	labLow        = 84  // the least height of worlds
	othersRow     = 28  // the clients in one row
	othersGrid    = 172 // the width of the grid of shapes
	tableHead     = 54
	tableRows     = 3 // the least number of clients with rows
	moreHigh      = 196
	raceHead      = 112                                   // what is over the race's rows
	raceFoot      = 82                                    // and under them
	raceLeast     = 8                                     // rows
	RaceLow       = raceHead + raceLeast*diagram.TableRow // the lowest race worth showing
	labWorlds     = 0.25
	labHigh       = 0.24 // the worlds' least part of the middle's height
)

// sizeOf returns how the Lab is divided in a window.
func sizeOf(width, height float32) *labSize {
	for i := range labSizes {
		if s := &labSizes[i]; width >= s.width && height >= s.height {
			return s
		}
	}
	return nil
}

// A LabPlan is what the places of the Lab's panels depend on beside the window.
type LabPlan struct {
	Clients, Clocks int
	Beside          bool    // there are two worlds
	Numbers         bool    // the table of clients takes the diagram's place if there is only a row of clients
	Alone           bool    // one world has all worlds' room, and the room that the diagram doesn't need
	Worlds, Table   float32 // how far a person has dragged the edges below the worlds and above the table, in points
}

// TableHigh returns the height of the table of clients in points, with the host's row and one for the number of further clients.
func (p *LabPlan) TableHigh() float32 {
	clients, rows := p.Clients, 1
	if p.Beside {
		clients *= 2
	}
	if rows += min(clients, tableRows); clients > tableRows {
		rows++
	}
	return tableHead + diagram.TableRow*float32(rows) + p.Table
}

// Lay divides the Lab's middle among its panels. Where room is short, panels go in this order: more about the chosen client, the table of
// clients, which becomes a row, and the host's world.
func (l *Layout) Lay(p LabPlan) {
	if l.Plan = p; l.Phone {
		layout.Column(nil, l.Numbers, panel.Gap, part{At: &l.Clients, Min: p.TableHigh()}, part{At: &l.Race, Min: raceHead, Share: 1})
		return
	}
	s, column := l.size, l.middle
	l.Host, l.Chosen, l.Others, l.Clients, l.Row = panel.Rect{}, panel.Rect{}, panel.Rect{}, panel.Rect{}, panel.Rect{}
	l.Numbers, l.Race, l.More = panel.Rect{}, panel.Rect{}, panel.Rect{}
	layout.Row(nil, l.middle, LabGap, part{At: &column, Share: 1}, part{At: &l.Numbers, Min: s.race})
	l.laySide(p)
	worlds, table, row := max(s.worlds, column.H*labHigh)+p.Worlds, p.TableHigh(), float32(othersRow)
	if p.Clients < 2 && !p.Beside {
		row = 0
	}
	if l.plotted {
		worlds = column.H * labWorlds
	}
	switch low := worlds + labDiagram + 2*LabGap; {
	case s.table && !l.plotted && !p.Alone && table+low <= column.H:
		row = 0
	default:
		table = 0
	}
	if left := column.H - table - row - labDiagram - LabGap; table+row > 0 {
		worlds = min(worlds, left-LabGap)
	} else {
		worlds = min(worlds, left)
	}
	if p.Alone {
		worlds = column.H - row - labDiagram - 2*LabGap
	}
	worlds = max(worlds, labLow)
	layout.Column(nil, column, LabGap, part{At: &l.Worlds, Min: worlds, Rank: 3}, part{At: &l.Row, Min: row, Rank: 2},
		part{At: &l.Time, Min: 60, Share: 1, Rank: 1}, part{At: &l.Clients, Min: table})
	if p.Numbers && l.Row.H > 0 {
		l.Clients, l.Time = l.Time, panel.Rect{}
	}
	host, chosen, others := part{At: &l.Host, Min: 150, Share: 1}, part{At: &l.Chosen, Min: 150, Share: 1, Rank: 2}, part{At: &l.Others, Min: s.others, Rank: -1}
	if p.Clients >= diagram.ManyFrom {
		others.Min = min(others.Min*2, othersGrid)
	} else if chosen.Share = 2; p.Clients > 1 {
		chosen.Share = 1
	}
	roomy := s.race > 0 && !p.Alone && !p.Beside
	layout.Row(nil, l.Worlds, LabGap, host.If(roomy), chosen, others.If(roomy && p.Clients > 1))
}

// laySide divides the column at the right between the race and more about the chosen client.
func (l *Layout) laySide(p LabPlan) {
	race := part{At: &l.Race, Min: raceHead + diagram.TableRow*float32(p.Clocks) + raceFoot, Share: 1, Rank: 1}
	more := part{At: &l.More, Min: moreHigh, Share: leftover}
	if race.Most = race.Min; p.Beside { // what differs comes before the last rows
		race.Min, more.Min = RaceLow, differenceLeast
	}
	if layout.Column(nil, l.Numbers, LabGap, race, more) > 0 {
		l.Race, l.More = l.Numbers, panel.Rect{}
	}
}

// EdgeRoom returns how far an edge can be dragged up, which is negative, and down: 0 is the edge below the worlds, 1 that above the table.
func (l *Layout) EdgeRoom(edge int) (up, down float32) {
	free := max(l.Time.H-labDiagram, 0)
	if edge == 0 {
		return min(labLow-l.Worlds.H, 0), free
	}
	return -free, max(l.Clients.H-tableHead-2*diagram.TableRow, 0)
}
