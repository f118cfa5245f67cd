package main

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"slices"

	"github.com/plumbdata/plumb/internal/brain/account"
	"github.com/plumbdata/plumb/internal/critic"
	"github.com/plumbdata/plumb/internal/intent"
)

// measure judges pairs as the product does, and counts what is rejected of each sort and
// why.
func measure(ctx context.Context, args []string) error {
	f := flag.NewFlagSet("measure", flag.ExitOnError)
	show := f.String("show", "", "print pairs of this sort that are judged wrongly")
	classify := f.Bool("classify", true, "ask the classifier of messages, too")
	if err := f.Parse(args); err != nil {
		return err
	}
	all, err := readPairs(f.Args())
	if err != nil {
		return err
	}
	var intents *intent.Classifier
	if *classify {
		embedder, err := account.Sentences()
		if err != nil {
			return err
		}
		if intents, err = intent.Builtin(embedder); err != nil {
			return err
		}
	}
	c := &critic.Critic{}
	rejected, count, reasons := map[string]int{}, map[string]int{}, map[string]int{}
	for _, s := range all {
		a := critic.Answer{Question: s.Question, Now: s.now, Mode: critic.Data, Sentence: s.Sentence, SQL: s.SQL, Review: s.Review, FollowUp: s.FollowUp}
		if intents != nil {
			found, _, err := intents.Classify(ctx, s.Question)
			if err != nil {
				return err
			}
			for _, one := range found {
				a.Wants = append(a.Wants, critic.Want{Name: string(one.Name), Score: one.Score})
			}
		}
		v, err := c.Judge(ctx, a)
		if err != nil {
			return err
		}
		bad := v.Decision != critic.Accept
		for _, name := range []string{s.Sort, s.Sort + " / " + s.Suite, s.Sort + " / " + kindOf(s.pair)} {
			count[name]++
			if bad {
				rejected[name]++
			}
		}
		if bad {
			reasons[s.Sort+": "+string(v.Findings[0].Kind)]++
		}
		if s.Sort == *show && bad == (s.Sort == isRight) {
			fmt.Printf("%s %s | %s | %s | %.2f %+v\n", s.Database, s.Kind, s.Question, s.Sentence, v.Doubt, v.Findings)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(count)) {
		fmt.Printf("%-50s %5d of %5d  %5.1f%%\n", name, rejected[name], count[name], 100*float64(rejected[name])/float64(count[name]))
	}
	for _, name := range slices.Sorted(maps.Keys(reasons)) {
		fmt.Printf("  %-40s %5d\n", name, reasons[name])
	}
	return nil
}
