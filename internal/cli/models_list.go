package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/plumbdata/plumb/internal/config"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/model/find"
	"github.com/plumbdata/plumb/internal/model/route"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/table"
)

func (a *app) modelsCommand() *cobra.Command {
	c := &cobra.Command{
		Use:     "models",
		Aliases: []string{"model"},
		Short:   "Show which language models are used, and test them",
		Long: `Show which language models are used for which task, what they can do, what they
cost, and their usage this month.

Plumb needs no language model. A model is used if it is set up: named under
models in the configuration, or detected because its key is in the environment
or in .env, or because Ollama runs on this machine. Names are provider/model,
such as anthropic/claude-sonnet-4-5 or ollama/qwen3:8b.

Keys are read from the usual variables: ANTHROPIC_API_KEY, OPENAI_API_KEY,
GEMINI_API_KEY, MISTRAL_API_KEY, GROQ_API_KEY and so on. For Vertex AI, set
GOOGLE_CLOUD_PROJECT and log in with gcloud. The address of a provider can be
changed only in the environment: ANTHROPIC_BASE_URL, OPENAI_BASE_URL and so on,
OLLAMA_HOST, AZURE_OPENAI_ENDPOINT. PLUMB_MODEL_URL and PLUMB_MODEL_NAME, with
PLUMB_MODEL_KEY if a key is needed, add any server that is compatible with
OpenAI's API, as url/NAME.

models.policy decides what answers: builtin-first (the built-in parser if it is
sure, otherwise the model), model-only, or builtin-only. models.task_routing
names models for single tasks, in the order in which they are tried. Models for
embedding select the tables of a large schema that a question is about; without
one, the built-in sentence model does. models.prices sets what models cost;
without a price the cost is unknown.`,
		Example: "  plumb models\n  plumb models test\n  plumb models test ollama/qwen3:8b",
		GroupID: "plumb",
		Args:    cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownCommand(c, args[0])
			}
			return a.listModels(c.Context())
		},
	}
	c.AddCommand(
		&cobra.Command{Use: "list", Short: "List the models", Example: "  plumb models list", Args: exactly(0, "no arguments"),
			RunE: func(cmd *cobra.Command, _ []string) error { return a.listModels(cmd.Context()) }},
		&cobra.Command{Use: "test [NAME]", Short: "Test what a model can do, and how fast it is",
			Long: `Test what a model can do, and how fast it is: text, streaming, tool calls and
structured output, or vectors for an embedding model. A test costs a few hundred
tokens. Without NAME, every model that is set up is tested.`,
			Example: "  plumb models test anthropic/claude-sonnet-4-5", Args: atMost(1, "one model's name"),
			RunE: func(cmd *cobra.Command, args []string) error { return a.testModels(cmd.Context(), args) }},
	)
	return c
}

// modelsReport is what plumb models shows.
type modelsReport struct {
	Policy     string        `json:"policy"`
	PolicyFrom string        `json:"policy_from"`
	Default    string        `json:"default"`
	From       string        `json:"default_from"`
	Model      string        `json:"model"` // the one that does what no chain is set for; "" means the built-in brain
	Why        string        `json:"why"`
	Tasks      []taskLine    `json:"tasks"` // with chains of their own
	Models     []modelLine   `json:"models"`
	Month      string        `json:"month"`
	Usage      []store.Usage `json:"usage"`
}

type taskLine struct {
	Task    route.Task `json:"task"`
	Models  []string   `json:"models"`
	Complex []string   `json:"high_complexity_models,omitempty"`
}

// modelLine is a model that is set up, or could be used.
type modelLine struct {
	Name    string         `json:"name"`
	Use     string         `json:"use"` // default, a chain, or found
	Key     string         `json:"key,omitempty"`
	Tools   bool           `json:"tools"`
	Embeds  bool           `json:"embeds,omitempty"` // it makes vectors, and does not answer
	Price   *config.Price  `json:"price,omitempty"`  // nil means unknown
	Others  []string       `json:"others,omitempty"` // that the same server has
	Problem map[string]any `json:"problem,omitempty"`

	fault *fault.Fault
}

func (a *app) listModels(ctx context.Context) error {
	m, err := a.models(ctx, "")
	if err != nil {
		return err
	}
	c := a.settings
	now := a.Now()
	r := modelsReport{Policy: m.policy, PolicyFrom: c.Origin("models.policy"), Default: c.Models.Default, From: c.Origin("models.default"),
		Model: m.name, Why: m.why, Tasks: []taskLine{}, Models: a.modelLines(ctx, m), Month: now.Format("2006-01")}
	for _, task := range route.Tasks() {
		if chain, ok := c.Models.TaskRouting[string(task)]; ok && !m.isEmpty() {
			r.Tasks = append(r.Tasks, taskLine{task, m.router.Models(route.Job{Task: task}), chain.Complex})
		}
	}
	if r.Usage, err = a.usage(ctx, now); err != nil {
		return err
	}
	if a.json {
		r.Usage = append([]store.Usage{}, r.Usage...)
		return a.writeJSON(a.Stdout, r)
	}
	return a.showModels(m, r)
}

// modelLines are the models of all chains, and what else could be used.
func (a *app) modelLines(ctx context.Context, m *languageModels) []modelLine {
	lines := []modelLine{}
	add := func(name, use string, others []string) {
		if i := slices.IndexFunc(lines, func(l modelLine) bool { return l.Name == name }); i >= 0 {
			lines[i].Others = others
			return
		}
		l := modelLine{Name: name, Use: use, Price: a.priceOf(name), Others: others}
		var err error
		if l.Embeds = a.embeds(name); l.Embeds {
			_, err = a.opener().Embedder(name)
		} else {
			var opened model.Model
			if opened, err = a.opener().Model(name); err == nil {
				l.Tools = opened.Info().Tools
			}
		}
		if err != nil {
			l.fault = fault.Of(err)
			l.Problem = faultJSON(l.fault)
		}
		l.Key = a.keyVariable(name)
		lines = append(lines, l)
	}
	if m.name != "" {
		add(m.name, "default", nil)
	}
	for _, name := range m.names() {
		add(name, "chain", nil)
	}
	var probe find.Probe
	if a.servers != nil {
		probe = a.servers(a.opener().OllamaURL())
	}
	for _, f := range find.Find(ctx, a.lookup, probe) {
		add(f.Name(), "found", slices.DeleteFunc(f.Models, func(n string) bool { return n == f.Model }))
	}
	return lines
}

func (a *app) keyVariable(name string) string {
	provider, _, _ := strings.Cut(name, "/")
	p, _ := model.ProviderNamed(provider)
	for _, v := range p.Keys {
		if a.lookup(v) != "" {
			return v
		}
	}
	return ""
}

// priceOf is what a model costs, nil when that is not known.
func (a *app) priceOf(name string) *config.Price {
	for other, p := range a.settings.Models.Prices {
		if full, err := fullName(other, ""); err == nil && full == name {
			return &p
		}
	}
	if strings.HasPrefix(name, "ollama/") {
		return &config.Price{Input: "0", Output: "0"}
	}
	return nil
}

// hasPrice is true of a model whose price is known.
func (a *app) hasPrice(name string) bool { return a.priceOf(name) != nil }

// usage is what models took in the month of a time. A store that is not there
// yet has none.
func (a *app) usage(ctx context.Context, at time.Time) ([]store.Usage, error) {
	if _, err := os.Stat(storePath(a.settings)); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	s, err := a.openStore(ctx)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	return monthOf(ctx, s, at)
}

func monthOf(ctx context.Context, s store.Store, at time.Time) ([]store.Usage, error) {
	since := time.Date(at.Year(), at.Month(), 1, 0, 0, 0, 0, at.Location())
	return s.Usage(ctx, since, since.AddDate(0, 1, 0))
}

func (a *app) showModels(m *languageModels, r modelsReport) error {
	a.printf("%s.\n", capital(m.describe()))
	switch {
	case m.policy == config.BuiltinOnly:
		a.out.Note(a.Stdout, "no model is used, because of %s", policyCause(a.settings))
	case m.name != "":
		a.out.Note(a.Stdout, "policy %s (%s); default %s (%s)", r.Policy, r.PolicyFrom, r.Default, m.why)
	default:
		a.printf("\nThree ways to add one:\n")
		for _, way := range find.Ways() {
			printHanging(a.Stdout, a.out, "  ", way, "")
		}
	}
	if len(r.Models) > 0 {
		a.printf("\n")
		if err := a.out.Table(a.Stdout, modelTable(r.Models)); err != nil {
			return wrapWriteError(err)
		}
		for _, l := range r.Models {
			if l.fault != nil {
				a.out.Fault(a.Stdout, l.fault)
			}
			if len(l.Others) > 0 {
				const hideSecrets = 10
				a.out.Note(a.Stdout, "also available from %s: %s", l.Name, cleanList(l.Others[:min(len(l.Others), hideSecrets)]))
			}
		}
	}
	if len(r.Tasks) > 0 {
		a.printf("\n")
		if err := a.out.Table(a.Stdout, taskTable(r.Tasks)); err != nil {
			return wrapWriteError(err)
		}
	}
	if len(r.Usage) == 0 {
		return nil
	}
	a.printf("\nThis month (%s):\n", r.Month)
	return wrapWriteError(a.out.Table(a.Stdout, usageTable(r.Usage)))
}

// policyCause is which setting keeps models from being asked.
func policyCause(c *config.Config) string {
	key := "models.policy"
	if c.Models.Policy != config.BuiltinOnly {
		key = "models.default"
	}
	return fmt.Sprintf("%s (%s)", key, c.Origin(key))
}

func textTable(columns ...string) *table.Table {
	t := &table.Table{}
	for _, name := range columns {
		t.Columns = append(t.Columns, table.Column{Name: name, Kind: table.Text})
	}
	return t
}

func addRow(t *table.Table, cells ...string) {
	var row table.Row
	for _, c := range cells {
		row = append(row, table.NewText(c))
	}
	t.Rows = append(t.Rows, row)
}

func modelTable(lines []modelLine) *table.Table {
	t := textTable("model", "used as", "key", "tools", "a million tokens")
	for _, l := range lines {
		tools, price := "yes", "price unknown"
		if !l.Tools {
			tools = "in words"
		}
		if l.fault != nil || l.Embeds {
			tools = ""
		}
		if p := l.Price; p != nil {
			price = "$" + string(p.Input) + " in, $" + string(p.Output) + " out"
			if p.Cached != "" {
				price += ", $" + string(p.Cached) + " cached"
			}
			if p.Input == "0" && p.Output == "0" {
				price = "free"
			}
		}
		addRow(t, l.Name, l.Use, l.Key, tools, price)
	}
	return t
}

func taskTable(lines []taskLine) *table.Table {
	t := textTable("task", "models, in order", "for complex work")
	for _, l := range lines {
		addRow(t, string(l.Task), strings.Join(l.Models, ", "), strings.Join(l.Complex, ", "))
	}
	return t
}

func usageTable(lines []store.Usage) *table.Table {
	t := textTable("model", "task", "calls", "failed", "escalated", "tokens in", "cached", "out", "cost")
	for i := range t.Columns[2:8] {
		t.Columns[2+i].Kind = table.Int
	}
	total := store.Usage{Model: "together"}
	row := func(u store.Usage) {
		r := table.Row{table.NewText(u.Model), table.NewText(u.Task)}
		for _, n := range []int{u.Calls, u.Failed, u.Escalated, u.Tokens.Input, u.Tokens.Cached, u.Tokens.Output} {
			r = append(r, table.NewInt(int64(n)))
		}
		t.Rows = append(t.Rows, append(r, table.NewText(dollars(u.CostUSD, u.Unpriced))))
	}
	for _, u := range lines {
		row(u)
		total.Calls += u.Calls
		total.Failed += u.Failed
		total.Escalated += u.Escalated
		total.Tokens.Input += u.Tokens.Input
		total.Tokens.Cached += u.Tokens.Cached
		total.Tokens.Output += u.Tokens.Output
		total.CostUSD += u.CostUSD
		total.Unpriced += u.Unpriced
	}
	if len(lines) > 1 {
		row(total)
	}
	return t
}

// dollars is a cost for people. Calls without a price are not free.
func dollars(usd float64, unpriced int) string {
	text := fmt.Sprintf("$%.4f", usd)
	switch {
	case usd == 0 && unpriced > 0:
		return "unknown"
	case usd == 0:
		return "$0"
	case usd < 0.0001:
		text = "under $0.0001"
	}
	if unpriced > 0 {
		return fmt.Sprintf("%s, and %d calls at an unknown price", text, unpriced)
	}
	return text
}
