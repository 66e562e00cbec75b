package encode

// i420 converts an RGBA picture to planes of luma and, at half the resolution, of the two colour differences:
// BT.709, limited range (luma 16..235, colour 16..240), which is what films of HD size and up are, and what
// files made here are marked as. A colour sample is the mean of its four pixels.
//
// The factors are those of BT.709 (Kr 0.2126, Kb 0.0722) × 219/255 for luma and × 224/255 for colour, as
// 16-bit fixed point, each row's sum exact so that white is 235 and grey has no colour.
func i420(rgba []byte, width, height int, y, u, v []byte) {
	for top := 0; top < height; top += 2 {
		upper := rgba[4*width*top:][:4*width]
		lower := rgba[4*width*(top+1):][:4*width]
		luma0 := y[width*top:][:width]
		luma1 := y[width*(top+1):][:width]
		u, v := u[width/2*(top/2):][:width/2], v[width/2*(top/2):][:width/2]
		for x := range u {
			a, b := upper[8*x:8*x+8:8*x+8], lower[8*x:8*x+8:8*x+8]
			luma0[2*x] = luma(int32(a[0]), int32(a[1]), int32(a[2]))
			luma0[2*x+1] = luma(int32(a[4]), int32(a[5]), int32(a[6]))
			luma1[2*x] = luma(int32(b[0]), int32(b[1]), int32(b[2]))
			luma1[2*x+1] = luma(int32(b[4]), int32(b[5]), int32(b[6]))
			red := int32(a[0]) + int32(a[4]) + int32(b[0]) + int32(b[4])
			green := int32(a[1]) + int32(a[5]) + int32(b[1]) + int32(b[5])
			blue := int32(a[2]) + int32(a[6]) + int32(b[2]) + int32(b[6])
			u[x] = byte((-6596*red-22188*green+28784*blue)>>18 + 128)
			v[x] = byte((28784*red-26145*green-2639*blue)>>18 + 128)
		}
	}
}

func luma(r, g, b int32) byte { return byte((11966*r+40254*g+4064*b+32768)>>16 + 16) }

// h264Quantiser is the step with which the OpenH264 encoders code everything, 0 (finest) to 51: constant quality, with as many
// bytes as that needs. Up to 18, a viewport's grid, two levels brighter than its ground, stays visible, and moving things leave
// no traces; at 24 neither holds.
const h264Quantiser = 18
