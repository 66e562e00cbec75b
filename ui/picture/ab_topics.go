package picture

import (
	"slices"
	"strings"

	"driftlab/game/scenario"
	"driftlab/game/session"
)

// A topic is a setting that two sessions do not have alike: of a link in one direction, in both alike, or in each otherwise.
type topic struct {
	client int                   // 0 is all of them, or the session
	name   string                // of a link's setting without the direction
	all    []scenario.Difference // one, or up and down
}

// topicsOf gathers what differs between two sessions, the best known first.
func topicsOf(a, b *session.Session) (topics []topic) {
	for _, d := range rankedDifferences(a, b) {
		name := withoutWay(d.Name)
		i := slices.IndexFunc(topics, func(t topic) bool { return t.client == d.Client && t.name == name })
		if i < 0 {
			topics = append(topics, topic{client: d.Client, name: name})
			i = len(topics) - 1
		}
		topics[i].all = append(topics[i].all, d)
	}
	return topics
}

// withoutWay returns what a link's setting is called for both directions.
func withoutWay(name string) string {
	for _, way := range []string{"link.up.", "link.down."} {
		if rest, ok := strings.CutPrefix(name, way); ok {
			return "link." + rest
		}
	}
	return name
}
