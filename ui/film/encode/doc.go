// Package encode turns frames into video files.
//
// It knows pictures, encoders, containers and files, and nothing of sessions or windows: the caller borrows a buffer,
// fills it and hands it over, and the frame is encoded while the next is drawn.
//
//	film, err := encode.Create(encode.Spec{Path: "out.mp4", Width: 1280, Height: 720, FPS: 60})
//	for k := range frames {
//		buffer := film.Buffer()
//		draw(k, buffer)
//		if err := film.Write(buffer); err != nil {
//			kept, _ := film.Abort()
//			…
//		}
//	}
//	err = film.Close()
//
// A film has a temporary name until it is whole: out.part.mp4 beside out.mp4. Only Close gives it the name that was
// asked for, in one step, so a film of that name is never half a film, and an older film of that name stays until the
// new one is complete. Two films of one name must not be made at once.
//
// docs/recording.md says which encoders there are, and why these.
package encode
