// Package profile knows one link's settings in both directions as others have them: it reads what
// ping, irtt, fping, mtr and others have measured and the program's presets, and writes the settings as the commands of
// other emulators, saying what each of them cannot express.
//
// It knows nothing of windows or of running sessions, and session must not import it.
package profile
