package talk

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/test/testbed"
)

func TestMessagesWithSeveralParts(t *testing.T) {
	if _, err := BuiltinIntents(); fault.CodeOf(err) == fault.NotFound {
		testbed.Missing(t, "the sentence model")
	}
	own := &Talk{Config: Config{Intents: BuiltinIntents}}
	for message, want := range map[string]string{
		"show revenue by region for 2025; export it as csv":                   "show revenue by region for 2025|export it as csv",
		"What is revenue by month? Where does this number come from?":         "What is revenue by month?|Where does this number come from?",
		"list all open invoices and download them as xlsx":                    "list all open invoices|download them as xlsx",
		"Forget all that. How many members do we have?":                       "Forget all that|How many members do we have?",
		"export revenue by region for 2025 as csv":                            "revenue by region for 2025|export it as csv",
		"thanks! now start over":                                              "start over",
		"hi, how many orders did we get yesterday?":                           "how many orders did we get yesterday?",
		"export this as csv":                                                  "export this as csv",
		"revenue and orders by month":                                         "revenue and orders by month",
		"revenue 2024 vs. 2025":                                               "revenue 2024 vs. 2025",
		"customers in St. Gallen":                                             "customers in St. Gallen",
		"orders above 8.5 and below 9.5":                                      "orders above 8.5 and below 9.5",
		"Show revenue by month for 2025. Then make a line chart of it.":       "Show revenue by month for 2025. Then make a line chart of it.",
		"How many orders were there in 2024? And how many of them by region?": "How many orders were there in 2024? And how many of them by region?",
	} {
		if got := strings.Join(own.Parts(t.Context(), message), "|"); got != want {
			t.Errorf("%q: %q, want %q", message, got, want)
		}
	}
}

func TestExportRequests(t *testing.T) {
	for message, want := range map[string]exportRequest{
		"export this as csv":                          {format: "csv"},
		"can i get this in excel":                     {format: "xlsx"},
		"dump it to parquet":                          {format: "parquet"},
		"how about you hand me that as a spreadsheet": {format: "xlsx", rest: []string{"how", "about"}},
		"save it locally as june_stock.json":          {format: "json", name: "june_stock"},
		"give me a copy as pdf":                       {format: "csv", other: "pdf"},
		"download as csv with semicolons":             {format: "csv", rest: []string{"semicolons"}},
		"comma-separated please":                      {format: "csv"},
	} {
		got := parseExport(message)
		if got.format != want.format || got.other != want.other || got.name != want.name || strings.Join(got.rest, " ") != strings.Join(want.rest, " ") {
			t.Errorf("%q: %+v, want %+v", message, got, want)
		}
	}
}

func TestQuestionsThatAreWholeAreAskedByThemselves(t *testing.T) {
	for text, want := range map[string]int{
		"How many orders were there in 2024? What was the revenue in 2025?":                 2,
		"how many customers are there? how many products are there?":                        2,
		"how many orders were there in 2024 and what was the revenue in 2024?":              2,
		"How many orders were there in 2024? What was their total?":                         0,
		"Which customers have no orders and how many are they?":                             0,
		"What is the mean of age and what is the standard deviation of it?":                 0,
		"Which products and which regions sell best?":                                       0,
		"revenue by region? how many orders?":                                               0,
		"What is the average and what is the maximum age of patients?":                      0,
		"How many students are there? And how many teachers do we have? Who is absent now?": 3,
	} {
		if got := questionsIn(text); len(got) != want {
			t.Errorf("%s: %q", text, got)
		}
	}
}

func TestSeveralFormatsAreSeveralExports(t *testing.T) {
	for text, want := range map[string]int{
		"export to excel and csv": 2, "save this as csv, json and parquet please": 3, "export it as csv": 0,
		"how many csv and json files were uploaded?": 0, "export the csv column and the json column": 0,
	} {
		if got := severalFormats(text); len(got) != want {
			t.Errorf("%s: %q", text, got)
		}
	}
}
