//go:build (linux || darwin || windows) && (amd64 || arm64)

package encode

import (
	"errors"
	"fmt"
	"runtime"
	"sync"
	"unsafe"

	"github.com/y9o/go-openh264"
)

// openH264Libraries are the names of the system's library. 7 is the ABI of OpenH264 2.3 to 2.5, whose structures
// the binding knows: 2.6 (8) made SSourcePicture and SLayerBSInfo longer, 2.2 (6) lacks fields of SEncParamExt.
// Cisco's own builds for Windows have the version in the name.
func openH264Libraries() []string {
	switch runtime.GOOS {
	case "darwin":
		const name = "libopenh264.7.dylib"
		return []string{name, "/opt/homebrew/lib/" + name, "/usr/local/lib/" + name, "/opt/local/lib/" + name}
	case "windows":
		var names []string
		for _, version := range []string{"2.5.1", "2.5.0", "2.4.1", "2.4.0", "2.3.1", "2.3.0"} {
			names = append(names, "openh264-"+version+"-win64.dll")
		}
		return append(names, "libopenh264-7.dll", "openh264-7.dll")
	}
	return []string{"libopenh264.so.7"}
}

// loadOpenH264 loads the library once for the whole program. Its line says which it is.
var loadOpenH264 = sync.OnceValues(func() (line string, err error) {
	defer func() {
		if r := recover(); r != nil { // the binding panics where a function is missing
			line, err = "", fmt.Errorf("its library is of another kind: %v", r)
		}
	}()
	for _, name := range openH264Libraries() {
		if openh264.Open(name) != nil {
			continue
		}
		v := openh264.WelsGetCodecVersion()
		if v.UMajor != 2 || v.UMinor < 3 || v.UMinor > 5 {
			_ = openh264.Close()
			err = fmt.Errorf("%s is version %d.%d.%d: 2.3 to 2.5 can be used", name, v.UMajor, v.UMinor, v.URevision)
			continue
		}
		return fmt.Sprintf("H.264 by OpenH264 %d.%d.%d (%s)", v.UMajor, v.UMinor, v.URevision, name), nil
	}
	if err == nil {
		err = errors.New("no library OpenH264 2.3 to 2.5")
	}
	return "", err
})

func openH264Encoder() encoder {
	return encoder{
		name:  "openh264",
		probe: func(Spec) (string, error) { return loadOpenH264() },
		open: func(s Spec) (sink, error) {
			c, err := newLibraryCoder(s)
			if err != nil {
				return nil, err
			}
			return openH264(s, c)
		},
	}
}

// A libraryCoder is the system's OpenH264. What it hands to C is on the heap and pinned while C sees it.
type libraryCoder struct {
	encoder *openh264.ISVCEncoder
	picture *openh264.SSourcePicture
	info    *openh264.SFrameBSInfo
	yuv     []byte
	y, u, v []byte
	fps     int
	pins    runtime.Pinner
	stream  []byte
}

func newLibraryCoder(s Spec) (*libraryCoder, error) {
	if _, err := loadOpenH264(); err != nil {
		return nil, err
	}
	c := &libraryCoder{fps: s.FPS, picture: &openh264.SSourcePicture{}, info: &openh264.SFrameBSInfo{}}
	if ret := int32(openh264.WelsCreateSVCEncoder(&c.encoder)); ret != 0 || c.encoder == nil {
		return nil, fmt.Errorf("OpenH264 makes no encoder (%d)", ret)
	}
	p := libraryParameters(c.encoder, s)
	if ret := int32(c.encoder.InitializeExt(p)); ret != openh264.CmResultSuccess {
		openh264.WelsDestroySVCEncoder(c.encoder)
		return nil, fmt.Errorf("OpenH264 takes no %d×%d at %d frames a second (%d)", s.Width, s.Height, s.FPS, ret)
	}
	quiet := new(int)
	c.encoder.SetOption(openh264.ENCODER_OPTION_TRACE_LEVEL, quiet)

	luma, colour := s.Width*s.Height, s.Width*s.Height/4
	c.yuv = make([]byte, luma+2*colour)
	c.y, c.u, c.v = c.yuv[:luma], c.yuv[luma:luma+colour], c.yuv[luma+colour:]
	for i, plane := range [][]byte{c.y, c.u, c.v} {
		c.pins.Pin(&plane[0])
		c.picture.PData[i] = &plane[0]
	}
	c.pins.Pin(c.picture)
	c.pins.Pin(c.info)
	c.picture.IColorFormat = openh264.VideoFormatI420
	c.picture.IPicWidth, c.picture.IPicHeight = int32(s.Width), int32(s.Height)
	c.picture.IStride = [4]int32{int32(s.Width), int32(s.Width / 2), int32(s.Width / 2)}
	return c, nil
}

// libraryParameters are those of the built-in encoder too (openh264/glue.cpp).
func libraryParameters(e *openh264.ISVCEncoder, s Spec) *openh264.SEncParamExt {
	p := &openh264.SEncParamExt{}
	e.GetDefaultParams(p)
	p.IUsageType = openh264.CAMERA_VIDEO_REAL_TIME
	p.IPicWidth, p.IPicHeight = int32(s.Width), int32(s.Height)
	p.FMaxFrameRate = float32(s.FPS)
	p.IRCMode = openh264.RC_OFF_MODE
	p.ITemporalLayerNum, p.ISpatialLayerNum = 1, 1
	p.IComplexityMode = openh264.LOW_COMPLEXITY
	p.UiIntraPeriod = uint32(2 * s.FPS)
	p.IEntropyCodingModeFlag = 1
	p.BEnableFrameSkip = false
	p.ESpsPpsIdStrategy = openh264.CONSTANT_ID // the file has one set of parameters, in its index
	p.IMultipleThreadIdc = 1                   // more would cut the picture into slices, and the same film be other bytes elsewhere
	p.BEnableAdaptiveQuant, p.BEnableSceneChangeDetect = false, false
	p.BEnableBackgroundDetection = false // it leaves specks where something went
	l := &p.SSpatialLayers[0]
	l.IVideoWidth, l.IVideoHeight, l.FFrameRate = p.IPicWidth, p.IPicHeight, p.FMaxFrameRate
	l.UiProfileIdc = openh264.PRO_HIGH
	l.IDLayerQp = h264Quantiser
	l.BVideoSignalTypePresent, l.BColorDescriptionPresent = true, true
	l.UiVideoFormat = openh264.VF_UNDEF
	l.UiColorPrimaries, l.UiTransferCharacteristics, l.UiColorMatrix = openh264.CP_BT709, openh264.TRC_BT709, openh264.CM_BT709
	return p
}

func (c *libraryCoder) planes() (y, u, v []byte) { return c.y, c.u, c.v }

func (c *libraryCoder) code(k int) ([]byte, error) {
	c.picture.UiTimeStamp = int64(k) * 1000 / int64(c.fps) // ms
	*c.info = openh264.SFrameBSInfo{}
	if ret := int32(c.encoder.EncodeFrame(c.picture, c.info)); ret != openh264.CmResultSuccess {
		return nil, fmt.Errorf("OpenH264 failed (%d)", ret)
	}
	c.stream = c.stream[:0]
	for i := range int(c.info.ILayerNum) {
		layer := &c.info.SLayerInfo[i]
		size := 0
		for _, n := range unsafe.Slice(layer.PNalLengthInByte, layer.INalCount) {
			size += int(n)
		}
		c.stream = append(c.stream, unsafe.Slice(layer.PBsBuf, size)...)
	}
	return c.stream, nil
}

func (c *libraryCoder) close() {
	if c.encoder == nil {
		return
	}
	c.encoder.Uninitialize()
	openh264.WelsDestroySVCEncoder(c.encoder)
	c.encoder = nil
	c.pins.Unpin()
}
