package stage

import (
	"driftlab/game"
	"driftlab/ui/panel"
)

// A Projection puts a level's world into the window, where the camera has it.
type Projection struct {
	Level   *game.Level
	Picture panel.Rect // the part of the window in which the world is seen
	Area    panel.Rect // the place of the whole world, which may reach beyond the picture
	Metre   float32    // in points
	thumb   bool       // the picture is small and has no details
}

// place puts the world where a camera has it into an area.
func (v *Projection) place(r panel.Rect, s *Sight) {
	v.Picture = r
	if v.thumb {
		v.Picture.H -= 1
	}
	v.Picture.H -= 1 // a line of the panel stays below it
	p := v.Picture
	v.Metre = max(min(p.W/float32(s.W), p.H/float32(s.H)), 0.1)
	bottom := float32(s.Bottom)
	if lane := v.lowest() / v.Metre; bottom <= 0 {
		bottom = min(bottom, -lane)
	}
	w, h := v.Length(v.Level.Width), v.Length(v.Level.Height)
	v.Area = panel.NewRect(p.X+p.W/2-float32(s.X)*v.Metre, p.Y+p.H+bottom*v.Metre-h, w, h)
}

// At returns where a point of the world is in the window.
func (v *Projection) At(p game.Point) (x, y float32) {
	return v.Area.X + v.Length(p.X), v.Area.Y + v.Area.H - v.Length(p.Y)
}

// Length returns a length of the world in points.
func (v *Projection) Length(l game.Length) float32 { return float32(l.Metres()) * v.Metre }

// Metres returns some metres in points.
func (v *Projection) Metres(m float32) float32 { return m * v.Metre }

// ground returns the height of the visible earth.
func (v *Projection) ground() float32 {
	return max(v.Picture.Y+v.Picture.H-v.Area.Y-v.Area.H, v.lowest())
}

// lowest returns the least height of the earth, in which packets travel, while the camera is at the ground.
func (v *Projection) lowest() float32 {
	if v.thumb {
		return 4
	}
	return GroundHeight
}

// few reports whether a picture is too small for details.
func (v *Projection) few() bool { return v.thumb || v.Metre < 18 }

// tiny reports whether figures are too small for faces.
func (v *Projection) tiny() bool {
	return v.thumb || v.Length(game.PlayerHeight) < tinyHeight
}

// truthWidth returns the width of the outlines that show the truth, in points.
func (v *Projection) truthWidth() float32 {
	return min(max(v.Metres(0.05), 1.3), 3)
}

// PlatformHeight returns the thickness of platforms, in points.
func (v *Projection) PlatformHeight() float32 { return max(v.Metres(platformThick), 3) }

// Eye returns the place of the world that is in the middle of a picture, in metres.
func (v *Projection) Eye() float32 { return (v.Picture.X + v.Picture.W/2 - v.Area.X) / v.Metre }

// home returns the middle of what the camera shows at rest, in metres. There the layers behind the world are not shifted.
func (v *Projection) home() float32 {
	f := v.Level.Frame
	return float32((f.At.X + f.W/2).Metres())
}
