package cli

import (
	"context"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/talk"
	"github.com/plumbdata/plumb/internal/whatif"
)

// whatifFlags say how a look ahead is made, and from which rows.
type whatifFlags struct {
	ask                  askFlags
	horizon, factor, add string
	only, measure, other string
	cell, notebook       string
	runs                 int
	seed                 uint64
}

func (a *app) whatifCommand() *cobra.Command {
	var f whatifFlags
	c := &cobra.Command{
		Use:   "whatif TECHNIQUE [QUESTION]",
		Short: "Compute a what-if from an answer: forecast, trend, change, simulation",
		Long: `Compute a what-if from the answer to a question, or from an earlier answer:

  forecast     seasonal if the rows have a season, otherwise linear
  trend        a straight line fitted to the past, with a prediction band
  seasonal     trend and season by exponential smoothing, tested on the past
  scale        the same rows with one figure changed: --factor 1.1, --add -50
  correlation  how two figures of the rows move together
  montecarlo   a simulation of many futures from past changes

QUESTION asks for the figures, such as "revenue by month". Without it, the
newest answer is used, or the one that --cell names; its rows were saved, so no
query runs: plumb whatif trend 6, plumb whatif scale 1.1. A question can also
ask for a what-if directly: plumb ask "what if marketing spend rises by 10%?".

Every result states its assumptions, its fit, its sample size and its
limitations.`,
		Example: `  plumb whatif trend "revenue by month" --horizon 3
  plumb whatif forecast "orders by month" --horizon "2 quarters"
  plumb whatif scale "revenue by channel" --factor 1.1 --only email
  plumb whatif correlation "orders and revenue by day" --measure revenue --other orders
  plumb whatif montecarlo --cell cell_a1b2c3d4 --runs 5000 --seed 7`,
		GroupID: "data",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return exactly(1, "a technique, and a question unless an earlier answer is used")(c, args)
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.ask.check(cmd); err != nil {
				return err
			}
			r, question, err := f.request(cmd, args)
			if err != nil {
				return err
			}
			if question != "" {
				return a.whatifAsked(cmd.Context(), f, r, question)
			}
			return a.whatifStored(cmd.Context(), f, r)
		},
	}
	addDB(c, &f.ask.db)
	addNow(c, &f.ask.now)
	addModel(c, &f.ask.model)
	flags := c.Flags()
	flags.IntVar(&f.ask.limit, "limit", 0, "maximum number of rows to read (default: the configured limit)")
	flags.StringVar(&f.horizon, "horizon", "", `how far to look ahead, such as 6, "2 quarters" or 2027 (default: by the length of the series)`)
	flags.StringVar(&f.factor, "factor", "", "scale: multiply the figure by this, such as 1.1")
	flags.StringVar(&f.add, "add", "", "scale: add this to the figure, such as -50")
	flags.StringVar(&f.only, "only", "", "scale: change the rows of this category only")
	flags.StringVar(&f.measure, "measure", "", "the figure to use, if there are several")
	flags.StringVar(&f.other, "other", "", "correlation: the other figure")
	flags.IntVar(&f.runs, "runs", 0, "montecarlo: number of simulations (default 1000)")
	flags.Uint64Var(&f.seed, "seed", talk.Seed, "montecarlo: the seed; the same one gives the same futures")
	flags.StringVar(&f.cell, "cell", "", "use this answer, by its id (default: the newest)")
	flags.StringVar(&f.notebook, "notebook", "", "the notebook that the cell is in")
	return c
}

// request reads what is to be computed, and the question that is asked first, if
// any.
func (f whatifFlags) request(c *cobra.Command, args []string) (r whatif.Request, question string, err error) {
	r = whatif.Request{Measure: f.measure, Other: f.other, Only: f.only, Runs: f.runs, Change: whatif.Change{Factor: f.factor, Amount: f.add}}
	if r.Technique, err = techniqueOf(args[0]); err != nil {
		return r, "", err
	}
	if question = strings.Join(args[1:], " "); f.short(&r, question) {
		question = ""
	}
	given := c.Flags().Changed
	switch {
	case question != "" && (given("cell") || given("notebook")):
		return r, "", fault.New(fault.Usage, "give a question or a cell, not both").WithHint("leave out the question, or --cell and --notebook")
	case given("factor") && given("add"):
		return r, "", fault.New(fault.Usage, "--factor and --add cannot be combined").WithHint("give one of them")
	case r.Technique == whatif.Scale && question == "" && r.Change == (whatif.Change{}):
		return r, "", fault.New(fault.Usage, "scale needs --factor or --add").WithHint("for example: --factor 1.1, or --add -50")
	}
	if f.horizon != "" {
		r.Horizon, err = horizonOf(f.horizon)
	}
	return r, question, err
}

// short reads how far or how much after the technique, as a conversation does:
// trend 6, scale 1.1. False means that it is a question.
func (f whatifFlags) short(r *whatif.Request, text string) bool {
	if r.Technique == whatif.Scale {
		if _, err := strconv.ParseFloat(text, 64); err != nil || f.factor != "" || f.add != "" {
			return false
		}
		r.Change.Factor = text
		return true
	}
	h, err := horizonOf(text)
	if err != nil || f.horizon != "" {
		return false
	}
	r.Horizon = h
	return true
}

func techniqueOf(word string) (whatif.Technique, error) {
	var names []string
	for _, t := range whatif.Techniques() {
		if strings.EqualFold(word, string(t)) {
			return t, nil
		}
		names = append(names, string(t))
	}
	return "", fault.New(fault.Usage, "there is no technique %q", word).WithHint("%s", fault.DidYouMean(word, "techniques", names))
}

// parseWhatIf reads what is to be computed from the answer that is there: in
// plain words, or a technique and how far or how much.
func parseWhatIf(words string) (whatif.Request, error) {
	if r, ok := whatif.Parse(words); ok {
		r.Data = ""
		return r, nil
	}
	name, rest, _ := strings.Cut(words, " ")
	technique, err := techniqueOf(name)
	r := whatif.Request{Technique: technique}
	switch rest = strings.TrimSpace(rest); {
	case err != nil || rest == "":
	case technique == whatif.Scale:
		r.Change.Factor = rest
	default:
		r.Horizon, err = horizonOf(rest)
	}
	return r, err
}

// horizonOf reads how far to look: a number of rows, a number of units, or a
// year.
func horizonOf(text string) (whatif.Horizon, error) {
	count, unit, _ := strings.Cut(strings.TrimSpace(text), " ")
	n, err := strconv.Atoi(count)
	unit = strings.TrimSuffix(strings.ToLower(strings.TrimSpace(unit)), "s")
	const firstYear, lastYear = 1900, 2999
	switch u := whatif.Unit(unit); {
	case err != nil || n < 1:
	case unit == "" && n >= firstYear && n <= lastYear:
		return whatif.Horizon{Year: n}, nil
	case u == "" || u == whatif.Day || u == whatif.Week || u == whatif.Month || u == whatif.Quarter || u == whatif.Year:
		return whatif.Horizon{Count: n, Unit: u}, nil
	}
	return whatif.Horizon{}, fault.New(fault.Usage, "--horizon cannot be %q", text).
		WithHint(`for example: --horizon 6, --horizon "2 quarters" or --horizon 2027`)
}

// whatifAsked asks for the figures first.
func (a *app) whatifAsked(ctx context.Context, f whatifFlags, r whatif.Request, question string) error {
	question, err := checkQuestion(question)
	if err != nil {
		return err
	}
	r = talk.WithWords(r, question)
	t, err := a.startTalk(ctx, f.ask)
	if err != nil {
		return err
	}
	defer t.close()
	made, err := t.put(ctx, answer.Question{Text: question, Heading: talk.AheadHeading(r, question), Now: t.Today(), Ahead: &r, Seed: f.seed})
	if err != nil {
		return err
	}
	if a.json {
		err = a.writeCell(made.Cell, false)
	} else if err = t.show(made); err == nil {
		err = t.others(ctx, made, "")
	}
	switch {
	case err != nil:
		return err
	case made.Failed():
		return newUnanswered(made)
	case made.Answered() && made.Ahead == nil:
		return fault.New(fault.EmptyResult, "the question was answered, but nothing could be computed from the answer").WithHint("the reason is above")
	}
	return nil
}

// whatifStored looks ahead from the rows of a cell.
func (a *app) whatifStored(ctx context.Context, f whatifFlags, r whatif.Request) error {
	cell, err := a.storedCell(ctx, f.cell, f.notebook)
	if err != nil {
		return err
	}
	clock, err := f.ask.clock()
	if err != nil {
		return err
	}
	if clock == nil {
		clock = a.Now
	}
	began := a.Now()
	rows, err := rowsOf(cell, cell.Result)
	if err != nil {
		return err
	}
	now := clock()
	ahead, err := whatif.Run(rows, r, whatif.Options{Now: now, Seed: f.seed, Meaning: cell.Meaning})
	if err != nil {
		return err
	}
	made, err := a.recordAhead(ctx, cell, answer.Computation{Request: r, Seed: f.seed}, now, ahead)
	if err != nil {
		return err
	}
	if a.json {
		return a.writeCell(made, false)
	}
	t := &dialogue{app: a}
	return t.show(&turn{Question: talk.QuestionOf(made), Turn: &answer.Turn{Cell: made, Draft: draftOf(made), Table: rows, Ahead: ahead, Took: a.Now().Sub(began)}})
}

// draftOf is how the question of a kept answer was read.
func draftOf(c session.Cell) *answer.Draft {
	d := &answer.Draft{Outcome: answer.Sure, Confidence: 1}
	if c.Reading != nil {
		d.Outcome, d.Confidence, d.Sentence = answer.Outcome(c.Reading.Outcome), c.Reading.Confidence, c.Reading.Sentence
	}
	return d
}
