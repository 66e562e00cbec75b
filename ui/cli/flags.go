package cli

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"driftlab/game/profile"
	"driftlab/game/scenario"
	"driftlab/internal/files"
	"driftlab/internal/texts"
	"driftlab/netsim"
	"driftlab/netsim/vnet"
	"driftlab/netsync/guest"
)

// Usage is an error in the user's input: the program prints it in one line and exits with 2.
type Usage struct{ Err error }

func (u Usage) Error() string { return u.Err.Error() }

// Unwrap returns the fault itself.
func (u Usage) Unwrap() error { return u.Err }

// notTheirs is an error that is not the judged program's fault, as exit code 1 would say.
type notTheirs struct{ error }

func (n notTheirs) Unwrap() error { return n.error }

// Status returns the exit status for a command's error: 2 for wrong input, however late that is found, 1 for a failure.
func Status(err error) int {
	var usage Usage
	var interrupted Interrupted
	var fault *guest.Fault
	switch {
	case err == nil || errors.Is(err, flag.ErrHelp):
		return 0
	case errors.As(err, &Unread{}):
		return 141 // as a shell reports a program ended by SIGPIPE
	case errors.As(err, &fault) && fault.Ours, errors.As(err, &notTheirs{}):
		return 2
	case files.Failed(err):
		return 1
	case errors.As(err, &usage), errors.Is(err, files.ErrForeign), errors.Is(err, files.ErrLink):
		return 2
	case errors.As(err, &interrupted):
		return 130 // as a shell reports a program ended by Ctrl-C
	}
	return 1
}

// maxTold is how much of an argument an error repeats, in characters.
const maxTold = 200

// Line returns an error as the line that is printed: arguments in it, and values of lists in these, are cut if they are too long.
func Line(err error, args []string) string {
	line := err.Error()
	for _, arg := range args {
		for _, part := range strings.FieldsFunc(arg, func(r rune) bool { return r == '=' || r == ',' }) {
			part = strings.TrimSpace(part)
			if long := []rune(part); len(long) > maxTold {
				short := string(long[:maxTold]) + "…"
				line = strings.NewReplacer(part, short, inQuotes(part), inQuotes(short)).Replace(line)
			}
		}
	}
	return texts.Line(line)
}

// inQuotes returns a text as it looks between quotation marks.
func inQuotes(text string) string {
	quoted := strconv.Quote(text)
	return quoted[1 : len(quoted)-1]
}

func usagef(format string, args ...any) error { return Usage{fmt.Errorf(format, args...)} }

// Flags are the flags that several commands have in common.
type Flags struct {
	set      *flag.FlagSet
	scenario string
	replay   string
	open     string
	seed     uint64
	clients  int
	clocks   string
	duration time.Duration
	carrier  string
	settings []string // of -set
	guests   []string // of -guest
	env      Env
	// ownDuration says that -duration belongs to the command, not to the scenario.
	ownDuration bool
}

// addList adds a flag that may be repeated.
func addList(set *flag.FlagSet, values *[]string, name, usage string) {
	set.Func(name, usage, func(v string) error {
		*values = append(*values, v)
		return nil
	})
}

// NewFlags declares the shared flags for a command. A command adds its own and calls Parse.
func NewFlags(command string) *Flags {
	f := &Flags{set: flag.NewFlagSet(command, flag.ContinueOnError)}
	f.set.StringVar(&f.scenario, "scenario", scenario.Opening, "`NAME` of a built-in scenario, or path of a file")
	f.set.StringVar(&f.replay, "replay", "", "replay the log `FILE` of an earlier session")
	f.set.StringVar(&f.open, "open", "", "open a shared session, `FILE|TEXT`: its text (driftlab1:…), or the path of a file with that text or with a log")
	f.set.Uint64Var(&f.seed, "seed", 0, "`NUMBER` from which all random delays and losses come (default: the scenario's)")
	f.addClients()
	f.addClocks()
	f.set.DurationVar(&f.duration, "duration", 0, "virtual `TIME` after which it ends, such as 60s (default: the scenario's)")
	f.set.StringVar(&f.carrier, "carrier", "vnet", "`CARRIER` of the datagrams, "+strings.Join(carriers, " or "))
	addList(f.set, &f.settings, "set", "set a key, `KEY=VALUE`, with its unit; may be repeated (driftlab keys lists them)")
	return f
}

func (f *Flags) addClients() {
	f.set.IntVar(&f.clients, "clients", 0, fmt.Sprintf("`NUMBER` of clients, 1 to %d (default: the scenario's)", scenario.MaxClients))
}

func (f *Flags) addClocks() {
	f.set.StringVar(&f.clocks, "clocks", "", "which clocks run, `A,B`: names of clocks or of groups (published, engines, ours), or all (default: the scenario's)")
}

func (f *Flags) addGuests() {
	addList(f.set, &f.guests, "guest", "run your own program as a clock, `NAME=PROGRAM`, followed by its arguments, those with spaces in quotes; may be repeated (docs/judge.md)")
}

// Parse reads the arguments as parse does.
func (f *Flags) Parse(args []string, env Env, title string) error {
	f.env = env
	return parse(f.set, args, env, title)
}

// parse reads the flags of a command without other arguments. For -h it writes title and flags and returns flag.ErrHelp.
func parse(set *flag.FlagSet, args []string, env Env, title string) error {
	err := parseFlags(set, args, env, title)
	if err == nil && set.NArg() > 0 {
		return usagef("unexpected argument %q", set.Arg(0))
	}
	return err
}

// parseFlags is parse up to the first argument that is not a flag.
func parseFlags(set *flag.FlagSet, args []string, env Env, title string) error {
	if env.flags != nil {
		env.flags(set)
		return flag.ErrHelp
	}
	set.SetOutput(io.Discard)
	err := set.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(env.Out, title)
		set.SetOutput(env.Out)
		set.PrintDefaults()
		return err
	}
	if err != nil {
		return Usage{cmp.Or(endedFlag(err), clearer(set, err))}
	}
	return nil
}

// parseAmong is parseFlags for a command whose flags may come before, among and after its arguments, which it returns.
func parseAmong(set *flag.FlagSet, args []string, env Env, title string) (rest []string, err error) {
	for more := true; more; more = len(args) > 0 {
		if err := parseFlags(set, args, env, title); err != nil {
			return nil, err
		}
		if args = set.Args(); len(args) > 0 {
			rest, args = append(rest, args[0]), args[1:]
		}
	}
	return rest, nil
}

// unparsed matches package flag's message about a value: the value, quoted, and the flag.
var unparsed = regexp.MustCompile(`^invalid value (".*") for flag -([a-z-]+): (parse error|value out of range)$`)

// clearer replaces package flag's message about a value with one that says what is allowed.
func clearer(set *flag.FlagSet, err error) error {
	found := unparsed.FindStringSubmatch(err.Error())
	if found == nil {
		return err
	}
	value, ok := set.Lookup(found[2]).Value.(flag.Getter)
	if !ok {
		return err
	}
	switch value.Get().(type) {
	case time.Duration:
		return fmt.Errorf("-%s: %s is not a time with its unit, such as 10s or 250ms", found[2], found[1])
	case int:
		return fmt.Errorf("-%s: %s is not a whole number", found[2], found[1])
	case uint64:
		return fmt.Errorf("-%s: %s is not a whole number of 0 or more", found[2], found[1])
	}
	return err
}

func (f *Flags) given(name string) bool { return isGiven(f.set, name) }

// isGiven reports whether a flag is on the command line.
func isGiven(set *flag.FlagSet, name string) (is bool) {
	set.Visit(func(fl *flag.Flag) { is = is || fl.Name == name })
	return is
}

// Scenario reads the scenario and applies the flags to it.
func (f *Flags) Scenario() (*scenario.Scenario, error) {
	for _, name := range []string{"replay", "open"} {
		if f.given(name) && f.set.Lookup(name).Value.String() == "" {
			return nil, usagef("-%s: it is empty", name)
		}
	}
	if f.replay != "" {
		for _, name := range []string{"scenario", "seed", "clients", "clocks", "duration", "set"} {
			if f.given(name) && !(name == "duration" && f.ownDuration) {
				return nil, usagef("-%s cannot be combined with -replay: the log says all of it", name)
			}
		}
		f.scenario = f.replay
	}
	sc, err := f.load()
	if err != nil {
		return nil, err
	}
	if err := f.override(sc); err != nil {
		return nil, err
	}
	if err := sc.Validate(); err != nil {
		return nil, Usage{err}
	}
	return sc, nil
}

// load reads the scenario that the flags name.
func (f *Flags) load() (*scenario.Scenario, error) {
	if f.open == "" {
		sc, err := scenario.Load(f.scenario)
		if err != nil && f.replay != "" {
			return nil, usagef("-replay: %w", noSession(f.scenario, err))
		}
		if err != nil {
			return nil, Usage{noSession(f.scenario, err)}
		}
		return f.noted(sc), nil
	}
	for _, name := range []string{"scenario", "replay"} {
		if f.given(name) {
			return nil, usagef("-open: cannot be combined with -%s", name)
		}
	}
	sc, err := scenario.Open(f.open, scenario.FilesFolder())
	if err != nil {
		return nil, usagef("-open: %w", noSession(f.open, err))
	}
	return f.noted(sc), nil
}

// noted warns about a scenario that an earlier version has made.
func (f *Flags) noted(sc *scenario.Scenario) *scenario.Scenario {
	if sc.Earlier {
		fmt.Fprintf(f.env.Warn, "driftlab: warning: %s is of an earlier driftlab: all its settings and events are kept, but its random delays and losses differ\n", called(sc))
	}
	return sc
}

// called returns what a message calls a scenario: its name, or its title, or neither if it has none.
func called(sc *scenario.Scenario) string {
	if name := cmp.Or(sc.Name, sc.Title); name != "" {
		return strconv.Quote(name)
	}
	return "the session"
}

// noSession returns why a file could not be read as a session: what it is instead, if that is known.
func noSession(path string, err error) error { return cmp.Or(profile.Instead(path), err) }

func (f *Flags) override(sc *scenario.Scenario) error {
	if err := f.takeGuests(sc); err != nil {
		return err
	}
	if f.given("seed") {
		if f.seed > math.MaxInt64 {
			return usagef("-seed: %d is outside 0..%d", f.seed, int64(math.MaxInt64))
		}
		sc.Seed = f.seed
	}
	if f.given("clients") {
		if f.clients < 1 || f.clients > scenario.MaxClients {
			return usagef("-clients: %d is outside 1..%d", f.clients, scenario.MaxClients)
		}
		sc.Resize(f.clients)
	}
	if f.given("clocks") {
		list, err := scenario.ParseClockList(f.clocks)
		if err != nil {
			return usagef("-%w", err)
		}
		sc.ClockList = list
	}
	if f.given("duration") && !f.ownDuration {
		if f.duration <= 0 || f.duration > scenario.MaxDuration {
			return usagef("-duration: %v is outside 1ns..%v", f.duration, scenario.MaxDuration)
		}
		sc.Duration = f.duration
	}
	set, err := f.assignments()
	if err != nil {
		return err
	}
	if err := sc.CheckNames(set); err != nil {
		return usagef("-set: %w", err)
	}
	sc.Pin(set)
	return nil
}

// assignments reads what -set gives.
func (f *Flags) assignments() (set []scenario.Assignment, err error) {
	for _, text := range f.settings {
		key, value, ok := strings.Cut(text, "=")
		if !ok {
			return nil, usagef("-set: %q is not KEY=VALUE", text)
		}
		parsed, err := scenario.ParseAssignment(strings.TrimSpace(key), value)
		if err != nil {
			return nil, usagef("-set: %w", err)
		}
		set = append(set, parsed...)
	}
	return set, nil
}

// carriers are what -carrier may be.
var carriers = []string{"vnet", "direct"}

// tryCarrier checks -carrier before a window opens or anything is made.
func (f *Flags) tryCarrier() error {
	carrier, err := f.NewCarrier()
	if err != nil {
		return err
	}
	return carrier.Close()
}

// NewCarrier makes the carrier that -carrier names.
func (f *Flags) NewCarrier() (netsim.Carrier, error) {
	switch f.carrier {
	case "direct":
		return netsim.NewDirect(), nil
	case "vnet":
		return vnet.New()
	}
	return nil, usagef("-carrier: %q is unknown (%s)", f.carrier, texts.Allowed(f.carrier, carriers))
}
