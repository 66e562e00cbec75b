package capture

import (
	"strconv"

	"driftlab/netsim"
)

// machineName returns what a machine is called in both formats.
func machineName(id netsim.NodeID) string {
	if id == 0 {
		return "host"
	}
	return "client" + strconv.Itoa(int(id))
}
