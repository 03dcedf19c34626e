package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/judgeprompt"
	"github.com/evalrun/evalrun/suites"
	"github.com/evalrun/evalrun/targets"
	"github.com/evalrun/evalrun/verdict"
)

func promptCommand(h host) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "prompt",
		Short: "Print prompts exactly as they would be sent",
		RunE: func(cmd *cobra.Command, args []string) error {
			return usage(cmd, "unknown prompt %q: want judge or citations", strings.Join(args, " "))
		},
	}
	cmd.AddCommand(promptJudgeCommand(h), promptCitationsCommand(h))
	return cmd
}

func promptJudgeCommand(h host) *cobra.Command {
	var question, answersFile, root string
	var flags judgeFlags
	cmd := &cobra.Command{
		Use:   "judge SUITE --question ID",
		Short: "Print the judge prompt of one question",
		Long: `Print the system and the user message that the judge would get for one
question, and the schema of the reply. Calls nothing.`,
		Args: one("SUITE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if question == "" {
				return usage(cmd, "evalrun prompt judge needs --question ID")
			}
			if err := flags.check(); err != nil {
				return err
			}
			s, err := loadOne(args[0], root)
			if err != nil {
				return err
			}
			q, err := questionOf(s, question)
			if err != nil {
				return err
			}
			a, err := answerOf(h, s, q, answersFile)
			if err != nil {
				return err
			}
			request := judgeprompt.NewRequest(q, a, s.Confidence == suites.ConfidenceOptional)
			request.Excerpt = flags.excerptOrDefault()
			return printPrompt(h, judgeprompt.Build(request))
		},
	}
	cmd.Flags().StringVar(&question, "question", "", "`ID` of the question")
	cmd.Flags().StringVar(&answersFile, "answers", "", "recorded answers, JSON Lines `FILE`; overrides the suite's target")
	cmd.Flags().IntVar(&flags.excerpt, "excerpt", 0, "`CHARACTERS` of a passage shown to the judge (default 1200)")
	rootFlag(cmd, &root)
	return cmd
}

func printPrompt(h host, p judgeprompt.Prompt) error {
	_, err := fmt.Fprintf(h.stdout, "=== system (%s)\n%s\n\n=== user\n%s\n\n=== reply schema (%s)\n%s\n",
		p.SystemHash, p.System, p.User, p.SchemaName, p.Schema)
	return err
}

// loadOne loads a suite that a command is about to look into.
func loadOne(path, root string) (*suites.Suite, error) {
	loaded, err := suites.Load([]string{path}, suites.Options{Root: root})
	if err != nil {
		return nil, err
	}
	if len(loaded) != 1 {
		return nil, fmt.Errorf("%s holds %d suites, name one file", path, len(loaded))
	}
	return loaded[0], nil
}

func questionOf(s *suites.Suite, id string) (suites.Question, error) {
	var near []string
	for q, err := range s.Questions() {
		if err != nil {
			return suites.Question{}, err
		}
		if q.ID == id {
			return q, nil
		}
		if len(near) < 5 {
			near = append(near, q.ID)
		}
	}
	return suites.Question{}, &failure{code: verdict.ExitUsage, err: fmt.Errorf("%s has no question %q", s.Path, id),
		hint: "its ids are " + list(near, s.Count)}
}

// answerOf gets the answer of an anchor, the recorded one, or none where no
// answers are named: the prompt then shows a decline.
func answerOf(h host, s *suites.Suite, q suites.Question, file string) (answers.Answer, error) {
	if q.Frozen != nil {
		return *q.Frozen, nil
	}
	format := targets.Format{}
	if file == "" && s.Target != nil {
		file, format = s.Target.File, formatOf(s.Target)
	}
	if file == "" {
		h.say("no answers are named: the prompt shows a declined answer")
		return answers.Answer{}, nil
	}
	recorded, err := openAnswers(file, format)
	if err != nil {
		return answers.Answer{}, err
	}
	defer recorded.Close()
	return recorded.Answer(context.Background(), q)
}
