package cli

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/talk"
	"github.com/plumbdata/plumb/internal/terminal"
)

// promptCommands are what a conversation understands beside questions.
var promptCommands = []struct{ name, args, about string }{
	{"tables", "", "the tables of this database, and those that plans have made"},
	{"schema", "[TABLE]", "what is in a table, or in all of them"},
	{"ideas", "", "questions that this database can answer"},
	{"reading", "", "how the question was read, part by part"},
	{"again", "N", "answer with another reading; N alone does the same"},
	{"answer", "N[,N]", "answer with other choices for what the question leaves open"},
	{"sql", "", "the SQL of the last answer"},
	{"code", "[STEP]", "its SQL, and its chart as Vega-Lite; of a plan the code of its steps"},
	{"show", "[N|TABLE]", "its rows, or those of a table that a plan has made"},
	{"chart", "[KIND]", "its chart, or another: " + kindList(", ")},
	{"explore", "QUESTION", "let a language model investigate before it answers"},
	{"plan", "QUESTION", "let a language model plan several steps, which you approve"},
	{"query", "SQL", "run your own SQL, on the database or on the tables of plans"},
	{"edit", "SQL", "replace the SQL of the last answer"},
	{"rerun", "", "run the last statement again"},
	{"whatif", "WORDS", "compute a what-if from it: trend 6, seasonal, scale 1.1, correlation, montecarlo"},
	{"undo", "", "go back to the previous answer"},
	{"reset", "", "start over; the next question won't be a follow-up"},
	{"sources", "", "the connections"},
	{"db", "[NAME]", "show or change the connection"},
	{"model", "", "which model is used"},
	{"mode", "[NAME]", "what answers: all_in, chat_rag (documents) or data_analyst (data)"},
	{"docs", "[WORDS]", "the documents, or the passages that say something of the words"},
	{"cited", "N", "the passage that a number of the last answer leads to"},
	{"notebook", "[NAME]", "show or change the notebook that answers are saved in, also those so far"},
	{"export", "FILE", "export the answers to a file: .html, .md or .ipynb"},
	{"save", "NAME", "save the plan behind the last answer, to run it again"},
	{"share", "NAME", "save it in the project, for everybody who works on it"},
	{"plans", "", "the saved plans"},
	{"replay", "NAME [PERIOD=…]", "run a saved plan, also with other values"},
	{"state", "", "values that programs of plans have set, and what they printed"},
	{"artifacts", "", "what this conversation has made: charts, exports, notebooks, files"},
	{"download-code", "FILE", "write the code of the last plan to a file"},
	{"preferences", "", "what you said once and answers follow"},
	{"memory", "[TYPE]", "what is remembered of you"},
	{"forget", "ID|all", "forget a memory, or all of them"},
	{"learnings", "", "what you corrected"},
	{"rules", "", "the rules that were made of your corrections"},
	{"verify", "", "keep the SQL of the last answer as the one for its question"},
	{"context", "", "how much a language model is shown of the plans so far"},
	{"compact", "", "shorten that; nothing is lost"},
	{"history", "", "earlier conversations"},
	{"resume", "[ID]", "go on with an earlier conversation, or with a plan that was interrupted"},
	{"errors", "", "statements that were refused or failed"},
	{"cost", "", "what the conversation has used: time, tokens, money"},
	{"help", "", "this list"},
	{"quit", "", "quit; so does Ctrl-D"},
}

// spoken are commands in words that nobody means as a question about data.
var spoken = map[string]string{
	"quit": "quit", "exit": "quit", "bye": "quit", "goodbye": "quit",
	"help": "help", "": "help", // a question mark alone
	"undo": "undo", "undo that": "undo", "back": "undo", "go back": "undo",
	"start over": "new", "new question": "new", "forget it": "new",
	"what can i ask": "ideas", "what can you answer": "ideas", "what can you do": "ideas", "what should i ask": "ideas", "hi": "ideas", "hello": "ideas", "hey": "ideas",
	"what tables are there": "tables", "show tables": "tables", "what data do you have": "tables", "what is in this database": "tables",
}

// command splits a line that is no question.
func command(line string) (name, rest string, ok bool) {
	if name, ok := spoken[talk.Plain(line)]; ok {
		return name, "", true
	}
	after, ok := strings.CutPrefix(line, "/")
	if !ok {
		return "", "", false
	}
	name, rest, _ = strings.Cut(after, " ")
	return strings.ToLower(name), strings.TrimSpace(rest), true
}

// obey does what a command says.
func (c *conversation) obey(ctx context.Context, name, rest string) error {
	switch name {
	case "quit", "exit", "q":
		return errLeave
	case "new", "reset":
		c.forget()
		c.remark("the next question starts over")
		return nil
	case "undo":
		return c.undo()
	case "answer":
		return c.answerOpen(ctx, rest)
	case "again":
		n, err := strconv.Atoi(rest)
		if err != nil {
			return fault.New(fault.Usage, "/again takes the number of a reading").WithHint("for example: /again 1")
		}
		return c.again(ctx, n)
	case "ideas":
		if c.machine() {
			return c.writeLine(suggestionsJSON(c.Suggestions(ctx, talk.MaxSuggested)))
		}
		return c.suggest(ctx)
	case "explore", "plan":
		question, err := checkQuestion(rest)
		if err != nil {
			return err
		}
		if name == "plan" {
			return c.showTurn(c.plan(ctx, question))
		}
		return c.showTurn(c.explore(ctx, question))
	case "query", "edit", "rerun", "chart", "whatif":
		return c.act(ctx, name, rest)
	case "artifacts":
		return c.showArtifacts(ctx)
	case "export", "notebook":
		return c.shelve(ctx, name, rest)
	case "learnings", "rules", "verify", "preferences", "memory", "forget":
		return c.showKnown(ctx, name, rest)
	case "save", "share", "plans", "replay":
		return c.planned(ctx, name, rest)
	case "resume":
		return c.resume(ctx, rest)
	case "db":
		return c.change(ctx, rest)
	case "mode":
		return c.changeMode(rest)
	case "docs", "cited":
		return c.showDocs(ctx, name, rest)
	}
	var names []string
	for _, p := range promptCommands {
		names = append(names, "/"+p.name)
	}
	if !slices.Contains(names, "/"+name) {
		return fault.New(fault.Usage, "there is no command /%s", name).WithHint("%s", fault.DidYouMean("/"+name, "commands", names))
	}
	if c.machine() {
		return fault.New(fault.Usage, "/%s has no JSON form", name).WithHint("/query, /edit, /rerun, /chart, /whatif, /again N, /answer N, /undo, /ideas, /artifacts, /save, /share, /plans, /replay, /mode, /docs, /cited N, /reset and /quit have")
	}
	return c.tellAbout(ctx, name, rest)
}

// tellAbout obeys the commands that only show something, to people.
func (c *conversation) tellAbout(ctx context.Context, name, rest string) error {
	switch name {
	case "help":
		return c.showCommands()
	case "tables":
		s, err := c.Connection.Schema(ctx, connection.Full)
		if err != nil {
			return err
		}
		if err := c.showTables(s, "/schema"); err != nil {
			return err
		}
		return c.showMade(ctx)
	case "state", "context", "compact":
		return c.lookAtData(ctx, name)
	case "history":
		return c.showHistory(ctx)
	case "download-code":
		return c.downloadCode(rest)
	case "schema":
		return c.schemaOf(ctx, rest)
	case "sources":
		return c.listSources()
	case "model":
		c.showModel()
		return nil
	case "errors":
		return c.showErrors()
	case "cost":
		return c.showCost()
	case "sql", "code", "reading", "show":
		return c.look(ctx, name, rest)
	}
	return nil
}

// showReading prints the parts of the reading that the conversation is at.
func (c *conversation) showReading() {
	read := c.before.Draft
	c.printHeadline("", capital(read.Sentence))
	width := 0
	for _, p := range read.Clauses {
		width = max(width, terminal.Width(terminal.Clean(p.Label)))
	}
	for _, p := range read.Clauses {
		label := terminal.Clean(p.Label)
		head := "  " + c.out.Paint(terminal.Dim, label) + strings.Repeat(" ", width-terminal.Width(label)) + "  "
		printHangingAt(c.Stdout, c.out, head, width+4, p.Text, "")
	}
	for _, note := range read.Notes {
		printHangingAt(c.Stdout, c.out, c.out.Paint(terminal.Yellow, "!")+" ", 2, note, "")
	}
	for _, detail := range read.Details {
		printHangingAt(c.Stdout, c.out, c.out.Paint(terminal.Dim, "·")+" ", 2, detail, "")
	}
}

func (c *conversation) showCommands() error {
	t := &table.Table{Columns: []table.Column{{Name: "command", Kind: table.Text}, {Name: "what it does", Kind: table.Text}}}
	for _, p := range promptCommands {
		t.Rows = append(t.Rows, table.Row{table.NewText(strings.TrimSpace("/" + p.name + " " + p.args)), table.NewText(p.about)})
	}
	if err := c.out.List(c.Stdout, t); err != nil {
		return fault.Wrap(err, fault.Internal, "the list cannot be written: %v", err)
	}
	c.paragraph("Anything else is a question. A follow-up changes the previous one: \"only in 2025\", \"by month\".", terminal.Dim)
	return nil
}
