package cli

// Judge refuses: a page can't start programs.
func Judge(args []string, env Env) error {
	if err := parseFlags(newJudgeFlags().set, args, env, judgeTitle); err != nil {
		return err
	}
	return usagef("judge: a page can't start a program; the program for a desktop can")
}

// Vectors refuses: the page is kept small.
func Vectors(args []string, env Env) error {
	if err := parseFlags(newVectorFlags().set, args, env, vectorsTitle); err != nil {
		return err
	}
	return usagef("vectors: a page doesn't make them; the program for a desktop does")
}
