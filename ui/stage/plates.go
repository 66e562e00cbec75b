package stage

import "driftlab/ui/panel"

// Plates are what lies over a picture's foot: the score, the legend, and what the window has to say there. All of them ask for
// their room here, so that none lies over another, and numbers and names keep off them.
type Plates struct {
	AskW float32    // how wide the window's own plate is, 0 for none; it is as high as the legend
	Own  panel.Rect // where it has room in the picture that was drawn last; empty without any
	All  []panel.Rect

	NoteW, NoteH float32    // how large the window's notice is, 0 for none
	Note         panel.Rect // where that has room
}

// lay gives a plate its room: where it would be, or above what lies there.
func (v *Viewport) lay(r panel.Rect) panel.Rect {
	r = v.Plates.above(r)
	v.Plates.All = append(v.Plates.All, r)
	v.Labels.plate(r)
	return r
}

// above returns where a plate lies over no other.
func (k *Plates) above(r panel.Rect) panel.Rect {
	for i := 0; i < len(k.All); i++ {
		if o := k.All[i]; r.Overlaps(o) {
			r.Y, i = o.Y-r.H-4, -1
		}
	}
	return r
}

// layNote gives the window's notice its room beside or above all other plates, which stay where they are when it comes and goes. Where
// there is too little it lies over them, and not outside of the picture.
func (v *Viewport) layNote() {
	k, p := &v.Plates, v.Picture
	if k.Note = (panel.Rect{}); k.NoteW <= 0 || k.NoteW > p.W-20 || k.NoteH > p.H {
		return
	}
	r := panel.NewRect(p.X+10, p.Y+p.H-k.NoteH-10, k.NoteW, k.NoteH)
	if k.Note = k.above(r); k.Note.Y >= p.Y {
		v.lay(r)
		return
	}
	k.Note.Y = p.Y
	v.Labels.plate(k.Note)
}

// layOwn gives the window's own plate its room, at the legend's left, if there is enough.
func (v *Viewport) layOwn() {
	k, p := &v.Plates, v.Picture
	if k.Own = (panel.Rect{}); k.AskW <= 0 || k.AskW > p.W-20 {
		return
	}
	_, at := v.foot()
	r := v.lay(panel.NewRect(p.X+10, at.Y, k.AskW, at.H))
	if r.Y >= p.Y {
		k.Own = r
	}
}
