package explore_test

import (
	"testing"

	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/model/anthropic"
	"github.com/plumbdata/plumb/internal/model/gemini"
	"github.com/plumbdata/plumb/internal/model/openai"
	"github.com/plumbdata/plumb/internal/test/modeltest"
	"github.com/plumbdata/plumb/internal/test/turntest"
)

const overTheWire = `
step look around, two calls at once
want system has products
want user has Which channel is best?
say I look around first.
call list_tables {}
call execute_query {"sql": "SELECT nope FROM sales"}
usage input=900 output=40
stop tool
step fix
want all has nope
call execute_query {"sql": "SELECT channel, sum(amount) AS total FROM sales GROUP BY channel ORDER BY channel"}
pieces 5
usage input=1000 output=30
stop tool
step draw
want all has 2400
call create_chart {"query": 1, "kind": "bar"}
usage input=1100 output=20
stop tool
step answer wrongly
say The shop leads with 2,500.
usage input=1200 output=10
stop ended
step answer
want user has do not support
say The shop leads with 2,400.
usage input=1300 output=10
stop ended
`

// TestOverTheWire explores with each family of providers: the scripted one
// refuses a request that the real one would refuse.
func TestOverTheWire(t *testing.T) {
	for name, c := range map[string]struct {
		format modeltest.Format
		open   func(url string) model.Model
	}{
		"anthropic": {modeltest.Anthropic, func(url string) model.Model { return anthropic.New(anthropic.Config{Key: "k", BaseURL: url}) }},
		"openai": {modeltest.OpenAI, func(url string) model.Model {
			return openai.New(openai.Config{Provider: "openai", Key: "k", BaseURL: url + "/v1", Model: "gpt-4.1"})
		}},
		"gemini": {modeltest.Gemini, func(url string) model.Model {
			return gemini.New(gemini.Config{Key: "k", BaseURL: url, Model: "gemini-2.5-flash"})
		}},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			d.mode.Model = c.open(modeltest.NewScript(t, c.format, overTheWire).URL)
			turn := d.ask("Which channel is best?")
			turntest.Lines(t, "audit", turntest.Attempts(d.Audit()), "refused · ran: 2 rows")
			if n := turn.Cell.Narrative; n == nil || n.Text != "The shop leads with 2,400." || turn.Cell.Chart.Kind != "bar" || turn.Cell.Metadata.Tokens.Input != 5500 || turn.Cell.Metadata.AgentSteps != 5 {
				t.Errorf("%+v, %+v", n, turn.Cell.Metadata)
			}
		})
	}
}

// TestWithoutTools explores with a model that knows only words.
func TestWithoutTools(t *testing.T) {
	server := modeltest.NewScript(t, modeltest.OpenAI, `
compatible
step look
want system has Tool execute_query
want not tools has execute_query
say {"calls": [{"name": "execute_query", "arguments": {"sql": "SELECT channel, sum(amount) AS total FROM sales GROUP BY channel"}}]}
stop ended
step answer
want user has 2400
say The shop leads with 2,400.
stop ended
`)
	d := newDesk(t)
	d.mode.Model = model.Fit(openai.New(openai.Config{Provider: "local", BaseURL: server.URL + "/v1", Key: "k", Model: "words", NoTools: true}))
	if turn := d.ask("Which channel is best?"); turn.Cell.Narrative == nil || turn.Cell.Narrative.Text != "The shop leads with 2,400." {
		t.Errorf("%+v", turn.Cell)
	}
}
