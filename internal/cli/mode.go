package cli

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"github.com/plumbdata/plumb/internal/config"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/talk"
)

// modeFlag says what answers, from the command line.
type modeFlag struct {
	commands []*cobra.Command // that take it
	name     string
}

func (m *modeFlag) add(c *cobra.Command) {
	m.commands = append(m.commands, c)
	c.Flags().StringVar(&m.name, "mode", "", "what answers: all_in (data, documents and general talk), chat_rag (without data) or data_analyst (data alone) (default: as configured)")
}

// settings are the flag, if it was given; the configuration checks it as it checks files.
func (m *modeFlag) settings() []config.Flag {
	given := func(c *cobra.Command) bool { return c.Flags().Changed("mode") }
	if !slices.ContainsFunc(m.commands, given) {
		return nil
	}
	return []config.Flag{{Name: "--mode", Key: "knowledge.mode", Value: m.name}}
}

// documentsAlone is what a conversation without a database is called.
const documentsAlone = "documents"

// noData is a database without tables, for conversations that documents alone answer.
func (a *app) noData(ctx context.Context) (connection.Spec, *sessionData, error) {
	d := a.newSessionData(a.settings)
	s, err := d.store(ctx, "no-data")
	if err != nil {
		return connection.Spec{}, nil, err
	}
	return connection.Spec{Driver: s.Driver(), Config: source.Config{Name: documentsAlone}, Identity: documentsAlone, Now: a.Now}, d, nil
}

func (d *sessionData) closeIfAny() {
	if d != nil {
		_ = d.close()
	}
}

// answerModes say what may answer, with what that means.
var answerModes = [][2]string{
	{talk.AllIn, "data, documents and general talk"},
	{talk.ChatRAG, "documents and general talk, without data"},
	{talk.DataAnalyst, "data alone"},
}

// changeMode shows what answers, or changes it for the rest of the conversation.
func (c *conversation) changeMode(name string) error {
	if name != "" {
		var names []string
		for _, m := range answerModes {
			names = append(names, m[0])
		}
		if !slices.Contains(names, name) {
			return fault.New(fault.Usage, "there is no mode %.40q", name).WithHint("%s", fault.DidYouMean(name, "modes", names))
		}
		if name != talk.ChatRAG && c.empty != nil {
			return fault.New(fault.Usage, "no data is connected in this conversation").WithHint("start again with --db, or connect data with plumb connect DSN")
		}
		c.Knowledge.Mode = name
	}
	for _, m := range answerModes {
		if m[0] == c.Knowledge.Mode {
			if c.machine() {
				return c.writeLine(map[string]string{"mode": m[0]})
			}
			c.remark("%s: answers come from %s", m[0], m[1])
		}
	}
	if name == "" && !c.machine() {
		for _, m := range answerModes {
			if m[0] != c.Knowledge.Mode {
				c.remark("/mode %s: %s", m[0], m[1])
			}
		}
	}
	return nil
}
