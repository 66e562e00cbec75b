package render

import (
	"time"

	"driftlab/game/session"
	"driftlab/ui/picture"
)

// nameSides has the sessions of an A/B film be called by what differs between them where they have no names of their own: the film
// of a button has none, and two files of one name have the same. They are called by what differs for the longest time: a film of
// what somebody has just changed begins before that.
func (j *Job) nameSides() error {
	f, o := j.picture, &j.picture.opt
	if o.Beside == nil || o.Names[0] != o.Names[1] {
		return nil
	}
	if o.Names = f.LessonSides(); o.Names[0] != o.Names[1] {
		return nil
	}
	o.Names = [2]string{}
	stood, since := map[[2]string]time.Duration{}, o.From
	var standing [2]string
	until := func(at time.Duration) {
		stood[standing] += at - since
		if since = at; standing[0] != standing[1] && (o.Names[0] == o.Names[1] || stood[standing] >= stood[o.Names]) {
			o.Names = standing
		}
	}
	err := atChanges(o.Beside, o.Scenario, o.From, o.Length, func(at time.Duration, a, b *session.Session) {
		until(at)
		standing = picture.SideNames(f.Words, a, b)
	})
	until(o.From + o.Length)
	f.settingsName = o.Names[0] != o.Names[1]
	return err
}
