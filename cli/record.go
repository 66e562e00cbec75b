package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"driftlab/assets"
	"driftlab/config"
	"driftlab/film"
	"driftlab/film/encode"
	"driftlab/internal/files"
	"driftlab/internal/plain"
	"driftlab/lesson"
	"driftlab/profile"
	"driftlab/scenario"
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
		"Frame k of it shows virtual time k divided by -fps; -duration × -fps frames are made, however long that takes.\n")
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
		return f.side(sc.Name, false)
	}
	return f.noted(sc), f.putOver(sc)
}

// openBoth reads the sessions of -a and -b.
func (r *filmAsked) openBoth(f *Flags, besides [2]string) error {
	for _, name := range []string{"replay", "open"} {
		if f.given(name) {
			return usagef("-a, -b: cannot be combined with -%s", name)
		}
	}
	for i, name := range []string{"a", "b"} {
		if besides[i] == "" {
			return usagef("-%s: is missing: -a and -b are two sessions side by side", name)
		}
	}
	if f.given("scenario") && !isPreset(besides[0]) && !isPreset(besides[1]) {
		return usagef("-scenario: with -a and -b it says where presets of a link are put, and none is given")
	}
	both, names := [2]*scenario.Scenario{}, [2]string{}
	for i, what := range besides {
		sc, err := f.side(what, isPreset(what))
		if err != nil {
			return usagef("-%s: %w", [...]string{"a", "b"}[i], err)
		}
		both[i], names[i] = sc, sideName(what)
		r.Sources = append(r.Sources, what)
	}
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
func (f *Flags) side(what string, preset bool) (*scenario.Scenario, error) {
	if preset {
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
	name := plain.Line(filepath.Base(what))
	for _, ending := range []string{".toml", ".txt", ".session"} {
		name = strings.TrimSuffix(name, ending)
	}
	return name
}

// fit brings the film's length and the sessions together.
func (r *filmAsked) fit(f *Flags) error {
	if r.ownLength || f.given("duration") {
		if r.Length = f.duration; r.Length <= 0 || r.Length > film.MaxLength {
			return usagef("-duration: %v is outside 1ns..%v", r.Length, film.MaxLength)
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
	if !f.given("end-seconds") {
		r.EndLength = min(r.EndLength, film.EndOf(r.Length))
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
	if r.Poster >= r.Length {
		return usagef("-poster: %v is not before the film's end, at %v", r.Poster, r.Length)
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

// tryFiles says what could not be written, before hours go by.
func (r *filmAsked) tryFiles() error {
	spec := encode.Spec{Path: r.Out, Width: r.Width, Height: r.Height, FPS: r.FPS, Encoder: r.Encoder, FS: r.Files}
	if r.Sound {
		spec.Sound = func(io.Writer) error { return nil } // that there is to be one is enough here
	}
	if err := r.tellApart(spec); err != nil {
		return Usage{err}
	}
	if err := spec.Check(); err != nil {
		return usagef("-o: %w", err)
	}
	set := files.NewSet(r.Files, r.Sources...)
	if !strings.Contains(r.Out, "%") { // the number of a picture
		if err := set.TryOwn(r.Out); err != nil { // spec has looked whose it is
			return usagef("-o: %w", err)
		}
	}
	if r.Hashes != "" {
		if err := set.Try(r.Hashes, encode.IsHashes); err != nil {
			return usagef("-hashes: %w", err)
		}
	}
	if !r.Sidecars {
		return nil
	}
	beside, parts := film.SidecarsOf(r.Out, r.Beside != nil), film.SidecarsOf(encode.PartName(r.Out), r.Beside != nil)
	parts.Card, parts.Poster = "", "" // they are made when the film is whole
	for _, cars := range []film.Sidecars{beside, parts} {
		if err := r.trySidecars(cars); err != nil {
			return usagef("-o: beside the film: %w (-sidecars off leaves it out)", err)
		}
	}
	return nil
}

// trySidecars says which of the files beside the film could not be written: nothing is replaced but what an earlier
// film has written, and what is as that has left it. What the film is made from stays as it is.
func (r *filmAsked) trySidecars(cars film.Sidecars) error {
	set := files.NewSet(r.Files, r.Sources...)
	defer set.Abandon()
	folder, err := set.Folder(filepath.Split(cars.Manifest))
	if err != nil {
		return err
	}
	for _, path := range cars.All() {
		if path == "" || film.SameFile(path, r.Sources) {
			continue
		}
		if err := cmp.Or(folder.Owned(filepath.Base(path)), set.TryOwn(path)); err != nil {
			return err
		}
	}
	return nil
}

// tellApart says which two of the files that are read and written are one.
func (r *filmAsked) tellApart(spec encode.Spec) error {
	for _, source := range r.Sources {
		if source != "" && spec.Takes(source) {
			return errors.New("-o: the film would take the place of a file that it is made from")
		}
	}
	beside := film.SidecarsOf(r.Out, r.Beside != nil)
	parts := film.SidecarsOf(encode.PartName(r.Out), r.Beside != nil)
	if r.Sidecars {
		for _, cars := range []film.Sidecars{beside, parts} {
			if err := r.keepSources(cars); err != nil {
				return err
			}
		}
		if err := r.keepOther(beside); err != nil {
			return err
		}
	}
	if r.Hashes == "" {
		return nil
	}
	if film.SameFile(r.Hashes, r.Sources) {
		return fmt.Errorf("-hashes: %q would take the place of a file that the film is made from", r.Hashes)
	}
	own := slices.Concat(beside.All(), parts.All(), []string{beside.Manifest, parts.Manifest})
	if spec.Takes(r.Hashes) || r.Sidecars && slices.ContainsFunc(own, func(path string) bool { return files.SamePath(r.Files, path, r.Hashes) }) {
		return fmt.Errorf("-hashes: %q is a file of the film itself: it needs another name", r.Hashes)
	}
	return nil
}

// keepSources says which of the files beside the film is one that it is made from, and would be another.
func (r *filmAsked) keepSources(beside film.Sidecars) error {
	for _, path := range beside.All() {
		if !film.SameFile(path, r.Sources) || r.Captions != "" && path == beside.Captions && film.SameFile(path, []string{r.Captions}) {
			continue
		}
		if i := slices.Index(beside.Sessions, path); i < 0 || !r.isSession(path, i, beside) {
			return fmt.Errorf("-o: the film is made from %q, which would stand beside it with other content: choose another name", path)
		}
	}
	return nil
}

// maxSession bounds, in bytes, what is read of a session's file beside a film.
const maxSession = 16 << 20

// keepOther says where the film differs from one that is there in its ending alone, whose session would be gone.
func (r *filmAsked) keepOther(beside film.Sidecars) error {
	text, err := files.Read(beside.Sessions[0], maxSession)
	if err != nil {
		return nil
	}
	command := film.SessionCommand(string(text))
	for _, ending := range []string{".mp4", ".webm", ".gif"} {
		other := strings.TrimSuffix(r.Out, filepath.Ext(r.Out)) + ending
		if _, err := os.Stat(other); err == nil && !files.SamePath(r.Files, other, r.Out) &&
			strings.HasSuffix(command, " "+film.Quote([]string{"-o", filepath.Base(other)})) {
			return fmt.Errorf("-o: %q belongs to the film %q: choose another name, or -sidecars off", beside.Sessions[0], other)
		}
	}
	return nil
}

// isSession says whether a file that the film is made from is the very one that is to stand beside it. The
// command that makes the film again is in none but those of films.
func (r *filmAsked) isSession(path string, side int, beside film.Sidecars) bool {
	mine := r.Scenario
	if r.Beside != nil && side == 0 {
		mine = r.Beside
	}
	sc, err := scenario.Load(path)
	if err != nil || sc.Text() != mine.Text() {
		return false
	}
	text, err := files.Read(path, maxSession)
	if err != nil {
		return false
	}
	p := r.Config.Settings()
	command := film.SessionCommand(string(text))
	return command == "" || command == film.Quote(r.Command(beside, p.Theme, p.Language, p.Scale))
}
