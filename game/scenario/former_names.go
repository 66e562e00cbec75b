package scenario

import "strings"

// formerNames has the keys that were called otherwise once, and what they are called now. Whatever names a key may use
// the names of old: flags, files, shared texts, logs and sweeps. All that is written has the names of now.
//
// These went on from another key's name (link.sway, bots), and in TOML a value is no table.
var formerNames = map[string]string{
	"link.sway.over":      "link.sway-over",
	"link.up.sway.over":   "link.up.sway-over",
	"link.down.sway.over": "link.down.sway-over",
	"bots.own":            "bots-own",
}

// current returns a key's name, which may name one client, as it is called now.
func current(name string) string {
	_, plain, _ := splitClient(name)
	if now, ok := formerNames[plain]; ok {
		return strings.TrimSuffix(name, plain) + now
	}
	return name
}
