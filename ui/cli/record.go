package cli

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"driftlab/assets"
	"driftlab/game/lesson"
	"driftlab/game/profile"
	"driftlab/game/scenario"
	"driftlab/internal/files"
	"driftlab/internal/texts"
	"driftlab/ui/config"
	"driftlab/ui/film"
)

// filmAsked is a film whose flags are being read.
type filmAsked struct {
	config.Film
	f         *Flags
	sides     [2]string // -a and -b
	taught    *lessonAsked
	chosen    *preferences
	force     *bool
	encoders  *bool
	ownLength bool // by -duration or by a step
}

// newFilmAsked declares the flags of driftlab record.
func newFilmAsked() *filmAsked {
	f := NewFlags("record")
	f.ownDuration = true
	f.carrier = "direct" // the same results, sooner
	f.set.Lookup("carrier").DefValue = f.carrier
	r := &filmAsked{Film: config.Film{NewCarrier: f.NewCarrier}, f: f}
	f.sideFlags(&r.sides, "film")
	r.Options.Flags(f.set)
	r.force = addForce(f.set)
	f.addGuests()
	r.taught = f.lessonFlags("film", "its end is the step's")
	r.encoders = f.set.Bool("encoders", false, "only list the encoders for -encoder, and which work on this machine")
	r.chosen = preferenceFlags(f)
	std := config.Defaults() // a film doesn't depend on what was chosen in the window
	for name, value := range map[string]string{"theme": std.Theme, "language": std.Language, "scale": percent(std.Scale)} {
		asked := f.set.Lookup(name)
		asked.Usage, _, _ = strings.Cut(asked.Usage, " (default")
		asked.Usage += " (default: " + value + ")"
	}
	return r
}

// ParseFilm reads the flags of driftlab record.
func ParseFilm(args []string, env Env) (*config.Film, error) {
	r := newFilmAsked()
	err := r.f.Parse(args, env, "driftlab record: a film, rendered frame by frame\n\n"+
		"Frame k of it shows virtual time k divided by -fps; -duration × -fps frames are made, however long that takes.\n"+
		"Behind them the verdict stays for -end-seconds; where -for names a place that limits a film's length, -duration has the verdict in it.\n")
	if err != nil {
		return nil, err
	}
	if *r.encoders {
		return nil, listEncoders(env.Out)
	}
	r.Files = env.forced(*r.force).Files
	l, step, err := r.taught.find(r.f)
	var symptom *lesson.Lesson
	if err == nil {
		symptom, err = r.f.symptom(r.Why)
	}
	if err == nil {
		err = r.openSessions(l, step, symptom)
	}
	if err == nil {
		r.filmSymptom(symptom)
		err = r.filmStep(l, step)
	}
	if err == nil {
		err = r.fit()
	}
	if err == nil {
		err = r.tryFiles()
	}
	for _, sc := range r.Scenarios() {
		if err == nil {
			err = answered(sc, env)
		}
	}
	if err != nil {
		return nil, err
	}
	return &r.Film, r.f.tryCarrier()
}

// openSessions reads what the film shows: the two worlds of a step or of a symptom, the sessions of -a and -b, or one.
func (r *filmAsked) openSessions(l *lesson.Lesson, step *lesson.Step, symptom *lesson.Lesson) (err error) {
	worlds := symptom != nil || step != nil && step.Beside
	compared := r.f.given("a") || r.f.given("b") || worlds
	if err := r.Options.Parse(r.f.set, compared); err != nil {
		return Usage{err}
	}
	if r.Config, err = openConfig(files.Disk{}, r.f, r.chosen, r.Out); err != nil { // it looks the same wherever it is made
		return err
	}
	r.LessonFile = r.taught.file()
	switch {
	case worlds:
		err = r.openWorlds(cmp.Or(symptom, l))
	case compared:
		err = r.openBoth()
	default:
		r.Scenario, err = r.f.Scenario()
		r.Sources = append(r.Sources, r.f.scenario, r.f.replay, r.f.open)
	}
	if err != nil {
		return err
	}
	for _, sc := range r.Scenarios() {
		r.Sources = append(r.Sources, sc.Files()...)
	}
	return nil
}

// filmStep films a lesson in the view that explains it, and of a step all that lies between its start and its end.
func (r *filmAsked) filmStep(l *lesson.Lesson, s *lesson.Step) error {
	if l != nil && !r.f.given("view") {
		r.Watch = true
	}
	if s == nil {
		return nil
	}
	for _, name := range []string{"from", "duration"} {
		if r.f.given(name) {
			return usagef("-step: cannot be combined with -%s", name)
		}
	}
	r.From, r.f.duration = time.Duration(s.At), time.Duration(s.Until-s.At)
	if s.Until == 0 {
		r.f.duration = openStep
	}
	r.ownLength = true
	return nil
}

// openWorlds opens the worlds that a step of a lesson compares, or a symptom.
func (r *filmAsked) openWorlds(l *lesson.Lesson) (err error) {
	f, language := r.f, r.Config.Settings().Language
	for i, flag := range []string{"name-a", "name-b"} {
		if !f.given(flag) {
			r.Names[i] = l.Worlds[i].Title.In(language)
		}
	}
	if r.Beside, err = f.world(l, 0); err == nil {
		r.Scenario, err = f.world(l, 1)
	}
	return err
}

// world opens a world of a lesson.
func (f *Flags) world(l *lesson.Lesson, i int) (*scenario.Scenario, error) {
	sc := l.Worlds[i].Scenario
	if lesson.Named(l.Name) == l { // it is embedded, and can't be changed
		return f.side(sc.Name)
	}
	return f.noted(sc), f.putOver(sc)
}

// openBoth reads the sessions of -a and -b.
func (r *filmAsked) openBoth() error {
	f, sides := r.f, r.sides
	both, err := f.openSides(sides, "replay", "open")
	if err != nil {
		return err
	}
	if f.given("scenario") && !isPreset(sides[0]) && !isPreset(sides[1]) {
		return usagef("-scenario: with -a and -b it says where presets of a link are put, and none is given")
	}
	names := [2]string{sideName(sides[0]), sideName(sides[1])}
	r.Sources = append(r.Sources, sides[:]...)
	r.Beside, r.Scenario = both[0], both[1]
	if a, ok := strings.CutSuffix(names[0], ".a"); ok && a+".b" == names[1] {
		names = [2]string{} // names of an earlier film: they say nothing
	}
	if titles := [2]string{r.titleOf(sides[0], both[0]), r.titleOf(sides[1], both[1])}; titles[0] != titles[1] && names != [2]string{} {
		for i, title := range titles {
			names[i] = cmp.Or(title, names[i])
		}
	}
	for i, flag := range []string{"name-a", "name-b"} {
		if !f.given(flag) {
			r.Names[i] = names[i]
		}
	}
	return nil
}

// sideFlags adds -a and -b.
func (f *Flags) sideFlags(sides *[2]string, does string) {
	const what = " two sessions side by side, %s and that of -%s: a `FILE`, a scenario or a preset of a link"
	f.set.StringVar(&sides[0], "a", "", does+fmt.Sprintf(what, "A", "b"))
	f.set.StringVar(&sides[1], "b", "", does+fmt.Sprintf(what, "B", "a"))
}

// openSides reads the sessions of -a and -b, which can't be combined with some other flags.
func (f *Flags) openSides(sides [2]string, without ...string) (both [2]*scenario.Scenario, err error) {
	for _, name := range without {
		if f.given(name) {
			return both, usagef("-a, -b: cannot be combined with -%s", name)
		}
	}
	flags := [...]string{"a", "b"}
	for i, what := range sides {
		if what == "" {
			return both, usagef("-%s: is missing: -a and -b are two sessions side by side", flags[i])
		}
	}
	for i, what := range sides {
		if both[i], err = f.side(what); err != nil {
			return both, usagef("-%s: %w", flags[i], err)
		}
	}
	if !isPreset(sides[0]) || !isPreset(sides[1]) {
		return both, nil
	}
	for i, sc := range both { // the scenario itself may change the link, to show that
		set, err := scenario.ParseAssignment("link.preset", sides[i])
		if err != nil {
			return both, err
		}
		sc.Stage(set)
	}
	return both, nil
}

// titleOf returns the title of one of the program's presets or scenarios, "" for others.
func (r *filmAsked) titleOf(what string, sc *scenario.Scenario) string {
	presets, err := profile.Presets()
	if err != nil {
		return "" // a name will do
	}
	for i := range presets {
		if presets[i].Name == what {
			return strings.ReplaceAll(presets[i].Title, ",", "")
		}
	}
	if name, _, _, err := assets.Named(what); err != nil || name == "" {
		return ""
	}
	return lesson.Translate(sc.Title, r.Config.Settings().Language)
}

// isPreset reports whether a name is that of a preset of a link.
func isPreset(name string) bool { return slices.Contains(assets.PresetNames(), name) }

// side reads one session of two: a preset is applied to the scenario, then the flags.
func (f *Flags) side(what string) (*scenario.Scenario, error) {
	if isPreset(what) {
		sc, err := scenario.Load(f.scenario)
		if err != nil {
			return nil, err
		}
		set, err := scenario.ParseAssignment("link.preset", what)
		if err != nil {
			return nil, err
		}
		sc.Pin(set)
		return f.noted(sc), f.putOver(sc)
	}
	sc, err := scenario.Open(what, scenario.FilesFolder())
	if err != nil {
		return nil, noSession(what, err)
	}
	return f.noted(sc), f.putOver(sc)
}

// putOver applies the flags to a scenario and checks the result.
func (f *Flags) putOver(sc *scenario.Scenario) error {
	if err := f.override(sc); err != nil {
		return err
	}
	return sc.Validate()
}

// sideName returns a name for a session that the command line names.
func sideName(what string) string {
	if scenario.IsShared(what) {
		return ""
	}
	name := texts.Line(filepath.Base(what))
	for _, ending := range []string{".toml", ".txt", ".session"} {
		name = strings.TrimSuffix(name, ending)
	}
	return name
}

// shortenEnd has the end picture stay no longer than suits the film's length, unless -end-seconds says how long.
func (r *filmAsked) shortenEnd() {
	if !r.f.given("end-seconds") {
		r.EndLength = min(r.EndLength, film.EndOf(r.Length))
	}
}

// fit fits the film's length and the sessions to each other.
func (r *filmAsked) fit() error {
	f := r.f
	own := r.ownLength || f.given("duration")
	if own {
		if r.Length = f.duration; r.Length <= 0 || r.Length > film.MaxLength {
			return usagef("-duration: %v is outside 1ns..%v", r.Length, film.MaxLength)
		}
		r.shortenEnd()                         // by the whole length that was asked for
		if r.Inside() && f.given("duration") { // a step keeps its end
			if r.Length -= r.EndLength; r.Length <= 0 {
				return usagef("-end-seconds: %v leaves nothing of the film's %v", r.EndLength, f.duration)
			}
		}
	} else if r.Length = r.Scenario.Duration - r.From; r.Length > 0 && r.For != "" {
		if longest, _ := r.Limit(); longest > 0 {
			r.Length = min(r.Length, longest-r.EndLength)
		}
	} else if r.Length <= 0 {
		return usagef("-from: %v is not before the end of the session, at %v; -duration makes it longer", r.From, r.Scenario.Duration)
	} else if r.Length > film.MaxLength {
		return usagef("-duration: the session's %v is outside 1ns..%v: give the film's own", r.Length, film.MaxLength)
	}
	if err := r.Check(); err != nil {
		return Usage{err}
	}
	if !own {
		r.shortenEnd()
	}
	if !f.given("title-seconds") {
		r.TitleLength = min(r.TitleLength, film.TitleOf(r.Length))
	}
	clients := 0
	for _, sc := range r.Scenarios() {
		sc.Duration = max(sc.Duration, r.From+r.Length)
		clients = max(clients, sc.Clients)
	}
	if f.given("client") && (r.Client < 1 || r.Client > clients) {
		return usagef("-client: %d is outside 1..%d", r.Client, clients)
	}
	if r.Camera.Machine > clients {
		return usagef("-camera: client %d is outside 1..%d", r.Camera.Machine, clients)
	}
	if r.Captions == "" {
		return nil
	}
	cues, err := film.ReadSRT(r.Captions)
	if err != nil {
		return usagef("-captions: %w", err)
	}
	if r.Cues = cues; cues == nil {
		r.Cues = []film.Cue{} // the file asks for no captions
	}
	r.Sources = append(r.Sources, r.Captions)
	return nil
}
