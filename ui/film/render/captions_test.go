package render

import (
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/netsim"
	"driftlab/ui/config"
	"driftlab/ui/film"
	"driftlab/ui/words"
)

func parsed(t *testing.T, text string) *scenario.Scenario {
	t.Helper()
	sc, err := scenario.Parse("x", text)
	check(t, err)
	return sc
}

func TestCaptionsOfAComparisonTellWhatDiffersAndSinceWhen(t *testing.T) {
	a, b := "format = 3\nseed = 3\n[set]\nlink.delay = \"80ms\"\n",
		"format = 3\nseed = 3\n[set]\nlink.delay = \"80ms\"\n[[event]]\nat = \"2s\"\n[event.set]\nlink.delay = \"120ms\"\nclient1.skew = \"50\"\n"
	cues, err := ComparedCues(english, parsed(t, a), parsed(t, b), time.Second, 4*time.Second, false)
	want := []film.Cue{
		{From: 0, To: time.Second, Text: "A and B have the same settings now."},
		{From: time.Second, To: 4 * time.Second, Text: "A: delay 80 ms · client 1: skew 0 ppm\nB: delay 120 ms · client 1: skew 50 ppm"},
	}
	if err != nil || !slices.Equal(cues, want) {
		t.Errorf("got %q, %v", cues, err)
	}
}

// Worlds went blank in the middle of a film, and nothing said that all clients reconnect.
func TestWhereClientsJoinAgainWithoutACaptionTheFilmSaysSo(t *testing.T) {
	text := "format = 3\nseed = 3\n[[event]]\nat = \"2s\"\nrejoin = \"all\"\n[[event]]\nat = \"6s\"\nrejoin = \"client1\"\n"
	s, own := time.Second, "caption.en = \"Mine.\"\n"
	all, first := film.Cue{From: s, To: 3 * s, Text: "All clients reconnect."}, film.Cue{From: 5 * s, To: 6 * s, Text: "Client 1 reconnects."}
	for _, c := range []struct {
		sc   *scenario.Scenario
		want []film.Cue
	}{{parsed(t, text), []film.Cue{all, first}}, {parsed(t, text+own), []film.Cue{all, {From: 5 * s, To: 6 * s, Text: "Mine."}}}} {
		if cues, err := ScenarioCues(english, c.sc, s, 6*s, nil, nil); err != nil || !slices.Equal(cues, c.want) {
			t.Errorf("got %q, %v, want %q", cues, err, c.want)
		}
	}
	cues, err := ComparedCues(english, parsed(t, text), parsed(t, text), s, 6*s, true)
	alike := "A and B have the same settings now."
	want := []film.Cue{{From: 0, To: s, Text: alike}, {From: s, To: 3 * s, Text: alike + "\n" + all.Text}, {From: 3 * s, To: 5 * s, Text: alike},
		{From: 5 * s, To: 6 * s, Text: alike + "\n" + first.Text}}
	if err != nil || !slices.Equal(cues, want) {
		t.Errorf("of two: got %q, %v, want %q", cues, err, want)
	}
	a := watchFilm(t, 320, 180, "", func(o *config.Film) {
		o.Scenario, o.From, o.Length = parsed(t, text), 3*s, s/10
	})
	if got := a.filmCaptionText(); got != all.Text {
		t.Errorf("the picture says %q", got)
	}
}

func TestCaptionsOfAFileTakeThePlaceOfTheFilmsOwn(t *testing.T) {
	s := time.Second
	opt := filmOf(t, "first", "", func(o *config.Film) {
		o.FPS, o.Length, o.From, o.Sidecars = 2, 2*s, 3*s, true
		o.Cues = []film.Cue{{From: s / 2, To: s, Text: "mine"}}
	})
	var told []string
	sink := &testSink{size: 4 * 320 * 180}
	var j *Job
	sink.frame = func(k int, _ []byte) { told = append(told, film.CueAt(opt.Cues, film.At(0, k, opt.FPS))) }
	if j = render(t, opt, sink); j.picture.filmCaptionText() != "" {
		t.Errorf("at the end it says %q", j.picture.filmCaptionText())
	}
	if !slices.Equal(told, []string{"", "mine", "", ""}) {
		t.Errorf("it says %q", told)
	}
	j.picture.start = j.picture.Session.Now() - netsim.Time(s/2)
	if got := j.picture.filmCaptionText(); got != "mine" {
		t.Errorf("half a second after its begin it says %q", got)
	}
	if got, err := film.ReadSRT(j.parts.Captions); err != nil || !slices.Equal(got, opt.Cues) {
		t.Errorf("beside it stands %v, %v", got, err)
	}
}

func TestCaptionsThatNobodyCouldReadAreLeftOut(t *testing.T) {
	s := time.Second
	got := unhurried([]film.Cue{{From: 0, To: s, Text: "a"}, {From: s, To: s + s/10, Text: "b"}, {From: s + s/10, To: 3 * s, Text: "a"}, {From: 3 * s, To: 4 * s, Text: "c"}})
	if want := []film.Cue{{From: 0, To: 3 * s, Text: "a"}, {From: 3 * s, To: 4 * s, Text: "c"}}; !slices.Equal(got, want) {
		t.Errorf("got %v", got)
	}
}

func TestCaptionsOfALessonHaveItsFigures(t *testing.T) {
	sc, err := scenario.Load("lesson-07")
	check(t, err)
	german, err := words.In("de")
	check(t, err)
	cues, err := ScenarioCues(german, sc, 0, 60*time.Second, nil, nil)
	if err != nil || len(cues) < 2 {
		t.Fatalf("got %q, %v", cues, err)
	}
	for i, c := range cues {
		if strings.ContainsAny(c.Text, "{}") || c.Text == "" || c.From >= c.To || i > 0 && c.From != cues[i-1].To {
			t.Errorf("caption %d is %+v", i, c)
		}
	}
}

func TestAFilmAsksNobodyToDoSomething(t *testing.T) {
	sc, err := scenario.Load("first")
	check(t, err)
	cues, err := ScenarioCues(english, sc, 0, 12*time.Second, nil, nil)
	if err != nil || len(cues) != 4 || cues[3].To != 10*time.Second {
		t.Errorf("the captions are %q, %v", cues, err)
	}
	job := render(t, filmOf(t, "first", "", func(o *config.Film) {
		o.From, o.Length = 10500*time.Millisecond, time.Second/30
	}), &testSink{size: 320 * 180 * 4})
	if got := job.picture.filmCaptionText(); got != "" {
		t.Errorf("the film says %q", got)
	}
	if got := job.picture.CaptionText(); got == "" {
		t.Error("there is nothing to be left out")
	}
}
