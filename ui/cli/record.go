package cli

import (
	"cmp"
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
	ownLength bool // by -duration or by a step
}

// ParseFilm reads the flags of driftlab record.
func ParseFilm(args []string, env Env) (*config.Film, error) {
	f := NewFlags("record")
	f.ownDuration = true
	f.carrier = "direct" // the same results, sooner
	f.set.Lookup("carrier").DefValue = f.carrier
	r := &filmAsked{Film: config.Film{NewCarrier: f.NewCarrier, Files: files.Disk{}}}
	var besides [2]string
	f.set.StringVar(&besides[0], "a", "", "film two sessions side by side, A and that of -b: a `FILE`, a scenario or a preset of a link")
	f.set.StringVar(&besides[1], "b", "", "film two sessions side by side, B and that of -a: a `FILE`, a scenario or a preset of a link")
	r.Options.Flags(f.set)
	force := addForce(f.set)
	f.addGuests()
	taught := f.lessonFlags("film", "its end is the step's")
	encoders := f.set.Bool("encoders", false, "only list the encoders for -encoder, and which work on this machine")
	chosen := preferenceFlags(f)
	std := config.Open(nil, "").Settings() // what was chosen in the window is not looked at
	for name, value := range map[string]string{"theme": std.Theme, "language": std.Language, "scale": percent(std.Scale)} {
		asked := f.set.Lookup(name)
		asked.Usage, _, _ = strings.Cut(asked.Usage, " (default")
		asked.Usage += " (default: " + value + ")"
	}
	err := f.Parse(args, env, "driftlab record: a film, rendered frame by frame\n\n"+
		"Frame k of it shows virtual time k divided by -fps; -duration × -fps frames are made, however long that takes.\n"+
		"Behind them the verdict stays for -end-seconds; where -for names a place that limits a film's length, -duration has the verdict in it.\n")
	if err != nil {
		return nil, err
	}
	if *encoders {
		return nil, listEncoders(env.Out)
	}
	l, err := taught.find(f)
	if err != nil {
		return nil, err
	}
	r.LessonFile, r.Files = taught.file(), env.forced(*force).Files
	step, err := taught.stepOf(f, l)
	if err != nil {
		return nil, err
	}
	worlds := step != nil && step.Beside
	compared := f.given("a") || f.given("b") || worlds
	if err := r.Options.Parse(f.set, compared); err != nil {
		return nil, Usage{err}
	}
	if r.Config, err = openConfig(files.Disk{}, f, chosen, r.Out); err != nil { // it looks the same wherever it is made
		return nil, err
	}
	switch {
	case worlds:
		err = r.openWorlds(f, l)
	case compared:
		err = r.openBoth(f, besides)
	default:
		r.Scenario, err = f.Scenario()
		r.Sources = append(r.Sources, f.scenario, f.replay, f.open)
	}
	if err != nil {
		return nil, err
	}
	for _, sc := range []*scenario.Scenario{r.Scenario, r.Beside} {
		if sc != nil {
			r.Sources = append(r.Sources, sc.Files()...)
		}
	}
	if err := r.filmStep(f, l, step); err != nil {
		return nil, err
	}
	if err := r.fit(f); err != nil {
		return nil, err
	}
	if err := r.tryFiles(); err != nil {
		return nil, err
	}
	for _, sc := range []*scenario.Scenario{r.Scenario, r.Beside} {
		if err := answered(sc, env); err != nil {
			return nil, err
		}
	}
	carrier, err := f.NewCarrier() // a bad name is told before anything is made
	if err != nil {
		return nil, err
	}
	return &r.Film, carrier.Close()
}

// filmStep films a lesson in the view that tells it, and of a step what lies between its begin and its end.
func (r *filmAsked) filmStep(f *Flags, l *lesson.Lesson, s *lesson.Step) error {
	if l != nil && !f.given("view") {
		r.Watch = true
	}
	if s == nil {
		return nil
	}
	for _, name := range []string{"from", "duration"} {
		if f.given(name) {
			return usagef("-step: cannot be combined with -%s", name)
		}
	}
	r.From, f.duration = time.Duration(s.At), time.Duration(s.Until-s.At)
	if s.Until == 0 {
		f.duration = openStep
	}
	r.ownLength = true
	return nil
}

// openWorlds opens the worlds that a step of a lesson compares.
func (r *filmAsked) openWorlds(f *Flags, l *lesson.Lesson) (err error) {
	language := r.Config.Settings().Language
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
	if l.Number != lesson.NoNumber { // those of the course are not changed
		return f.side(sc.Name)
	}
	return f.noted(sc), f.putOver(sc)
}

// openBoth reads the sessions of -a and -b.
func (r *filmAsked) openBoth(f *Flags, besides [2]string) error {
	both, err := f.sides(besides, "replay", "open")
	if err != nil {
		return err
	}
	if f.given("scenario") && !isPreset(besides[0]) && !isPreset(besides[1]) {
		return usagef("-scenario: with -a and -b it says where presets of a link are put, and none is given")
	}
	names := [2]string{sideName(besides[0]), sideName(besides[1])}
	r.Sources = append(r.Sources, besides[:]...)
	r.Beside, r.Scenario = both[0], both[1]
	if a, ok := strings.CutSuffix(names[0], ".a"); ok && a+".b" == names[1] {
		names = [2]string{} // of an earlier film: that says nothing
	}
	if titles := [2]string{r.titleOf(besides[0], both[0]), r.titleOf(besides[1], both[1])}; titles[0] != titles[1] && names != [2]string{} {
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

// sides reads the sessions of -a and -b, which go without some other flags.
func (f *Flags) sides(besides [2]string, without ...string) (both [2]*scenario.Scenario, err error) {
	for _, name := range without {
		if f.given(name) {
			return both, usagef("-a, -b: cannot be combined with -%s", name)
		}
	}
	flags := [...]string{"a", "b"}
	for i, what := range besides {
		if what == "" {
			return both, usagef("-%s: is missing: -a and -b are two sessions side by side", flags[i])
		}
	}
	for i, what := range besides {
		if both[i], err = f.side(what); err != nil {
			return both, usagef("-%s: %w", flags[i], err)
		}
	}
	if !isPreset(besides[0]) || !isPreset(besides[1]) {
		return both, nil
	}
	for i, sc := range both { // nothing stays in the scenario under two presets that it did to show a change of the link
		set, err := scenario.ParseAssignment("link.preset", besides[i])
		if err != nil {
			return both, err
		}
		sc.Stage(set)
	}
	return both, nil
}

// titleOf returns what a preset or a scenario of the program is called in words, "" for another.
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

// isPreset says whether a name is that of a preset of a link.
func isPreset(name string) bool { return slices.Contains(assets.PresetNames(), name) }

// side reads one session of two: a preset is put over the scenario, and the flags over all.
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

// putOver puts the flags over a scenario and checks what comes out.
func (f *Flags) putOver(sc *scenario.Scenario) error {
	if err := f.override(sc); err != nil {
		return err
	}
	return sc.Validate()
}

// sideName returns what a session is called that was named on the command line.
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

// shortenEnd has the end picture stay no longer than is right for a film so long, unless it is asked for.
func (r *filmAsked) shortenEnd(f *Flags) {
	if !f.given("end-seconds") {
		r.EndLength = min(r.EndLength, film.EndOf(r.Length))
	}
}

// fit brings the film's length and the sessions together.
func (r *filmAsked) fit(f *Flags) error {
	own := r.ownLength || f.given("duration")
	if own {
		if r.Length = f.duration; r.Length <= 0 || r.Length > film.MaxLength {
			return usagef("-duration: %v is outside 1ns..%v", r.Length, film.MaxLength)
		}
		r.shortenEnd(f)                        // by all that was asked for
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
		r.shortenEnd(f)
	}
	if !f.given("title-seconds") {
		r.TitleLength = min(r.TitleLength, film.TitleOf(r.Length))
	}
	clients := r.Scenario.Clients
	for _, sc := range []*scenario.Scenario{r.Scenario, r.Beside} {
		if sc != nil {
			sc.Duration = max(sc.Duration, r.From+r.Length)
			clients = max(clients, sc.Clients)
		}
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
		r.Cues = []film.Cue{} // it is asked for that there are none
	}
	r.Sources = append(r.Sources, r.Captions)
	return nil
}
