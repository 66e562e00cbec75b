// Command icons writes the program's icon into a folder in the forms that systems have it in: icon-N.png, N pixels wide, for a
// dark surface and icon-light-N.png for a light one, driftlab.ico for Windows and driftlab.icns for macOS.
package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"driftlab/assets"
)

// The sizes of PNG files: those of icon themes (freedesktop.org), and 180, 192 and 512, which telephones ask a page for.
var sizes = []int{16, 24, 32, 48, 64, 128, 180, 192, 256, 512}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "icons: give one folder")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "icons:", err)
		os.Exit(1)
	}
}

func write(folder string) error {
	files := map[string][]byte{"driftlab.ico": ico([]int{16, 24, 32, 48, 64, 128, 256}), "driftlab.icns": icns()}
	for _, size := range sizes {
		files[fmt.Sprintf("icon-%d.png", size)] = encoded(size, false)
		files[fmt.Sprintf("icon-light-%d.png", size)] = encoded(size, true)
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

func encoded(size int, light bool) []byte {
	var b bytes.Buffer
	png.Encode(&b, assets.Icon(size, light)) // which a buffer never refuses
	return b.Bytes()
}

// ico has PNG pictures in a directory of Windows' icons: a header of 6 bytes, 16 for each picture, and the pictures.
func ico(sizes []int) []byte {
	head := binary.LittleEndian.AppendUint16([]byte{0, 0, 1, 0}, uint16(len(sizes)))
	var pictures []byte
	for _, size := range sizes {
		picture := encoded(size, false)
		head = append(head, byte(size), byte(size), 0, 0, 1, 0, 32, 0) // 256 is written as 0
		head = binary.LittleEndian.AppendUint32(head, uint32(len(picture)))
		head = binary.LittleEndian.AppendUint32(head, uint32(6+16*len(sizes)+len(pictures)))
		pictures = append(pictures, picture...)
	}
	return append(head, pictures...)
}

// icns has PNG pictures under the four letters that macOS knows each size by (Apple's Icon Services, as iconutil writes them).
func icns() []byte {
	kinds := map[string]int{"icp4": 16, "icp5": 32, "icp6": 64, "ic07": 128, "ic08": 256, "ic09": 512, "ic10": 1024, "ic11": 32, "ic12": 64, "ic13": 256, "ic14": 512}
	var body []byte
	for _, name := range slices.Sorted(maps.Keys(kinds)) {
		picture := encoded(kinds[name], false)
		body = append(body, name...)
		body = binary.BigEndian.AppendUint32(body, uint32(8+len(picture)))
		body = append(body, picture...)
	}
	return append(binary.BigEndian.AppendUint32([]byte("icns"), uint32(8+len(body))), body...)
}
