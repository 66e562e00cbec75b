package cli

// lastBuild is the last one that had what has ended since.
const lastBuild = "the build of 28 November 2026"

// endedCommands were there until then, and what there is in their place.
var endedCommands = map[string]string{
	"register":   "the .deb and the tarball's desktop entry do it, and a file can be dropped on the window",
	"unregister": "delete org.driftlab.Driftlab.desktop and its lines in mimeapps.list, or on Windows driftlab1 and Driftlab.Session below HKEY_CURRENT_USER\\Software\\Classes",
}
