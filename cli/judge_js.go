package cli

// Judge refuses: a page can start no program.
func Judge(args []string, env Env) error {
	if err := parseFlags(newJudgeFlags().set, args, env, judgeTitle); err != nil {
		return err
	}
	return usagef("judge: a page can't start a program; the program for a desktop can")
}
