package render

import (
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"

	"driftlab/game/scenario"
	"driftlab/internal/files"
	"driftlab/netsim"
	"driftlab/ui/config"
	"driftlab/ui/film"
)

// ReadCommand reads a command line of [film.Options.RecordArgs], where no command is there to read it.
func ReadCommand(args []string) (opt config.Film, err error) {
	set := flag.NewFlagSet("record", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	opt.Flags(set)
	text := map[string]*string{}
	for _, name := range []string{"replay", "a", "b", "theme", "language", "scale"} {
		text[name] = set.String(name, "", "")
	}
	set.DurationVar(&opt.Length, "duration", 0, "")
	if err := set.Parse(args[1:]); err != nil { // behind the name of the command
		return opt, err
	}
	sessions := []string{*text["replay"]}
	if compared := *text["a"] != ""; compared {
		sessions = []string{*text["a"], *text["b"]}
	}
	if err := opt.Parse(set, len(sessions) > 1); err != nil {
		return opt, err
	}
	var logs []*scenario.Scenario
	for _, path := range sessions {
		sc, err := scenario.Open(path, scenario.FilesFolder())
		if err != nil {
			return opt, err
		}
		logs = append(logs, sc)
	}
	opt.Scenario = logs[len(logs)-1]
	if len(logs) > 1 {
		opt.Beside = logs[0]
	}
	if opt.Captions != "" {
		if opt.Cues, err = film.ReadSRT(opt.Captions); err != nil {
			return opt, err
		}
	}
	opt.Files = files.Disk{}
	opt.NewCarrier = func() (netsim.Carrier, error) { return netsim.NewDirect(), nil }
	opt.Config = config.Open(opt.Files, "")
	scale, err := strconv.Atoi(strings.TrimSuffix(*text["scale"], "%"))
	if err != nil {
		return opt, fmt.Errorf("-scale: %w", err)
	}
	return opt, opt.Config.Override(func(s *config.Settings) {
		s.Theme, s.Language, s.Scale = *text["theme"], *text["language"], scale
	})
}
