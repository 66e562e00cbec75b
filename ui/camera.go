package ui

import "math"

// A camera is which part of the world a viewport with the whole region shows.
type camera struct {
	notches float32 // of the wheel, 0 is the whole world
	x, y    float32 // what the picture is moved by, in pixels
}

const (
	wheelPower = 1.2 // what a notch enlarges by
	mostPower  = 8
)

// power returns how much larger the picture is than one of the whole world.
func (k *camera) power() float32 {
	return float32(math.Pow(wheelPower, float64(k.notches)))
}

// look returns where the world is, given where it would be in the middle; the sky stays filled with it
// where it is large enough.
func (k *camera) look(area, sky rect) rect {
	k.x = clampPan(area.x+k.x, area.w, sky.x, sky.w) - area.x
	k.y = min(max(k.y, 0), max(area.h-sky.h, 0)) // the ground is never above the bottom
	area.x += k.x
	area.y += k.y
	return area
}

// clampPan returns where something begins that is to fill a span, or to lie in its middle.
func clampPan(at, size, from, span float32) float32 {
	if size <= span {
		return from + (span-size)/2
	}
	return min(max(at, from+span-size), from)
}

// move moves the picture with the pointer.
func (k *camera) move(dx, dy float32) { k.x, k.y = k.x+dx, k.y+dy }

// turnWheel enlarges the picture about a place.
func (v *viewport) turnWheel(x, y, notches float32) {
	k := &v.camera
	before := k.power()
	most := float32(math.Log(mostPower) / math.Log(wheelPower))
	k.notches = min(max(k.notches+notches, 0), most)
	grow := k.power() / before
	// What is under the pointer stays there: area.x is the picture's middle less half the world, plus k.x.
	middle := v.picture.x + v.picture.w/2
	left := x - (x-v.area.x)*grow
	k.x = left - (middle - v.area.w*grow/2)
	ground := v.area.y + v.area.h
	bottom := v.picture.y + v.picture.h - v.ground()
	k.y = y + (ground-y)*grow - bottom
}
