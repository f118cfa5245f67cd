package cli

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/config"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/model/find"
	"github.com/plumbdata/plumb/internal/model/open"
	"github.com/plumbdata/plumb/internal/model/route"
)

// languageModels are those that a command may ask.
type languageModels struct {
	flag   string        // what --model said
	policy string        // one of config's
	name   string        // the model that does what no chain is set for; "" means none
	why    string        // it is that one
	found  []find.Found  // what could be used from here, where that was looked for
	router *route.Router // nil means that the built-in brain is alone
}

// isEmpty is true where no model may be asked, or there is none.
func (m *languageModels) isEmpty() bool { return m.router == nil }

// canPlan is true where a model may write statements.
func (m *languageModels) canPlan() bool {
	return !m.isEmpty() && len(m.router.Models(route.Job{Task: route.SQLGeneration})) > 0
}

// describe says who answers.
func (m *languageModels) describe() string {
	if !m.canPlan() {
		return "the built-in parser reads the questions; no language model is used"
	}
	names := strings.Join(m.router.Models(route.Job{Task: route.SQLGeneration}), ", else ")
	if m.policy == config.ModelOnly {
		return "questions are read by " + names
	}
	return "the built-in parser reads the questions; if it is not sure, the model does: " + names
}

// models decides who answers: what --model says, else the configuration, else
// what is found. A model that the command line names must be ready to be asked;
// what only the configuration names may still turn out not to be.
func (a *app) models(ctx context.Context, flag string) (*languageModels, error) {
	c, err := a.config()
	if err != nil {
		return nil, err
	}
	m := &languageModels{flag: flag, policy: c.Models.Policy}
	switch flag {
	case "":
		m.name, m.why = c.Models.Default, c.Origin("models.default")
	case config.BuiltinModel:
		m.policy, m.why = config.BuiltinOnly, "--model"
	default: // whoever names a model wants it to be asked
		m.name, m.why = flag, "--model"
		if m.policy == config.BuiltinOnly {
			m.policy = config.BuiltinFirst
		}
	}
	if m.policy == config.BuiltinOnly || m.name == config.BuiltinModel {
		m.policy, m.name = config.BuiltinOnly, ""
		return m, nil
	}
	if m.name == config.AutoModel {
		a.lookFor(ctx, m)
	} else if m.name, err = fullName(m.name, m.why); err != nil {
		return nil, err
	}
	if flag != "" && flag != config.AutoModel {
		if _, err := a.opener().Model(m.name); err != nil {
			return nil, err
		}
		return m, a.route(c, m, nil)
	}
	chains, err := taskChains(c)
	if err != nil {
		return nil, err
	}
	return m, a.route(c, m, chains)
}

// lookFor takes the first model that can be used from here. What is on this
// machine is asked for only when there is no key.
func (a *app) lookFor(ctx context.Context, m *languageModels) {
	m.name = ""
	if m.found = a.keepOpenable(find.Find(ctx, a.lookup, nil)); len(m.found) == 0 && a.servers != nil {
		m.found = a.keepOpenable(find.Find(ctx, a.lookup, a.servers(a.opener().OllamaURL())))
	}
	if len(m.found) == 0 {
		m.why = "no model was detected"
		return
	}
	first := m.found[0]
	m.name, m.why = first.Name(), "found "+first.Provider.Title
	if first.Variable != "" {
		m.why = "found " + first.Variable
		if _, dotenv := a.settings.Exported(first.Variable); dotenv != "" {
			m.why += " in " + dotenv
		}
	}
}

// keepOpenable leaves Vertex AI out of what was found where there is no login for it:
// many have a project of Google Cloud in their environment for other reasons.
func (a *app) keepOpenable(found []find.Found) []find.Found {
	return slices.DeleteFunc(found, func(f find.Found) bool {
		if f.Provider.Name != "vertex" {
			return false
		}
		_, err := a.opener().Model(f.Name())
		return err != nil
	})
}

// opener opens models with the keys and addresses of this environment.
func (a *app) opener() open.Opener {
	tools := map[string]bool{}
	for name, can := range a.settings.Models.Abilities {
		tools[name] = can.Tools
	}
	return open.Opener{Environment: a.settings, Home: a.Home, Tools: tools}
}

// lookup finds a variable in the environment, then in .env.
func (a *app) lookup(name string) string {
	v, _ := a.settings.Lookup(name)
	return v
}

// fullName is provider/model as it is meant; from says where it stands.
func fullName(text, from string) (string, error) {
	n, err := find.Parse(text)
	if err != nil {
		f := fault.Of(err)
		if from == "--model" {
			return "", f.WithHint("%s", f.Hint+"\n"+"plumb models lists what can be used")
		}
		return "", fault.New(fault.Config, "%s: %s", from, f.Message).WithHint("%s", f.Hint)
	}
	return n.String(), nil
}

// taskChains are the models that the configuration names for single tasks.
func taskChains(c *config.Config) (map[route.Task]route.Chain, error) {
	chains := map[route.Task]route.Chain{}
	for task, chain := range c.Models.TaskRouting {
		names := func(list []string, key string) ([]string, error) {
			var full []string
			for _, text := range list {
				name, err := fullName(text, c.Origin("models.task_routing."+task+"."+key))
				if err != nil {
					return nil, err
				}
				full = append(full, name)
			}
			return full, nil
		}
		var made route.Chain
		var err error
		if made.Models, err = names(chain.Models, "models"); err != nil {
			return nil, err
		}
		if made.Complex, err = names(chain.Complex, "high_complexity_models"); err != nil {
			return nil, err
		}
		chains[route.Task(task)] = made
	}
	return chains, nil
}

// route makes the router, unless there is nothing to ask.
func (a *app) route(c *config.Config, m *languageModels, chains map[route.Task]route.Chain) error {
	set := route.Config{Chains: chains, Open: a.opener().Model, OpenEmbedder: a.opener().Embedder, Around: a.patiently, AroundEmbedder: a.patientlyEmbedding, Limits: map[string]route.Limit{}, Clock: realClock(a.Now)}
	if m.name != "" {
		set.Rest.Models = []string{m.name}
	}
	var names []string
	for _, chain := range chains {
		names = append(append(names, chain.Models...), chain.Complex...)
	}
	if len(names) == 0 && m.name == "" {
		if m.policy == config.ModelOnly {
			return fault.New(fault.NotFound, "models.policy (%s) allows only a language model, and none is set up", c.Origin("models.policy")).
				WithHint("%s", strings.Join(find.Ways(), "\nor "))
		}
		return nil
	}
	for provider, l := range c.Models.Limits {
		set.Limits[provider] = route.Limit{Requests: l.Requests, Tokens: l.Tokens, Concurrent: l.Concurrent}
	}
	var err error
	if set.Prices, err = prices(c, append(names, m.name)); err != nil {
		return err
	}
	m.router, err = route.New(set)
	return err
}

// prices are those of the configuration; what runs on this machine is free.
func prices(c *config.Config, names []string) (map[string]route.Price, error) {
	known := map[string]route.Price{}
	for _, name := range names {
		if provider, _, _ := strings.Cut(name, "/"); provider == "ollama" {
			known[name] = route.Price{}
		}
	}
	for name, p := range c.Models.Prices {
		key := "models.prices." + name
		full, err := fullName(name, c.Origin(key+".input"))
		if err != nil {
			return nil, err
		}
		if p.Input == "" || p.Output == "" {
			return nil, fault.New(fault.Config, "%s gives only part of the price of %s", c.Origin(key+".input")+c.Origin(key+".output"), name).
				WithHint("write input and output under %s", key)
		}
		if known[full], err = route.NewPrice(string(p.Input), string(p.Output), string(p.Cached), string(p.Written)); err != nil {
			return nil, err
		}
	}
	return known, nil
}

// names are the names of the models of all chains, each once, in the order of the
// tasks.
func (m *languageModels) names() []string {
	var list []string
	if m.isEmpty() {
		return nil
	}
	if m.name != "" {
		list = append(list, m.name)
	}
	for _, task := range route.Tasks() {
		for _, complex := range []bool{false, true} {
			for _, name := range m.router.Models(route.Job{Task: task, Complex: complex}) {
				if !slices.Contains(list, name) {
					list = append(list, name)
				}
			}
		}
	}
	return list
}

// How long a model may take to begin: large ones think first, and one on this
// machine may have to be loaded.
// Who only tests a model waits for less.
const (
	beginAfar = time.Minute
	beginNear = 3 * time.Minute
	testAfar  = 20 * time.Second
	testNear  = time.Minute
)

// patiently tries a model again while its provider cannot answer.
func (a *app) patiently(m model.Model) model.Model { return model.Retry(m, a.patience(m.Info())) }

func (a *app) patientlyEmbedding(e model.Embedder, i model.Info) model.Embedder {
	return model.RetryEmbedder(e, i, a.patience(i))
}

func (a *app) patience(i model.Info) model.Policy {
	p := model.Policy{Random: rand.Float64, Sleep: sleep, Report: a.reportRetry}
	switch near := i.Provider == "ollama" || i.Provider == "url"; {
	case a.testing && near:
		p.Begin = testNear
	case a.testing:
		p.Begin = testAfar
	case near:
		p.Begin = beginNear
	default:
		p.Begin = beginAfar
	}
	return p
}

// reportRetry says why an answer takes longer.
func (a *app) reportRetry(again model.Again) {
	a.notify("%s; trying again", again.Cause.Message)
}

// reportEscalation says that another model is asked.
func (a *app) reportEscalation(e route.Escalation) {
	a.notify("%s; asking %s", e.Reason, e.To)
}

func sleep(ctx context.Context, wait time.Duration) error {
	t := time.NewTimer(wait)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func realClock(now func() time.Time) route.Clock {
	return route.Clock{Now: now, AfterFunc: func(d time.Duration, f func()) func() bool { return time.AfterFunc(d, f).Stop }}
}
