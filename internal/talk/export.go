package talk

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/export"
	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/table"
)

// Export is an answer whose rows somebody wants as a file.
type Export struct {
	Of     session.Cell
	Format string // csv, xlsx, json, md or parquet
	Name   string // that was asked for, without a folder and an ending; "" if none was
	// Rows are all rows of the answer, more than are shown where it was cut.
	Rows func(context.Context) (*table.Reader, error)
}

// Exported is what became of it, for people.
type Exported struct {
	Told     string
	Download *session.Download // of a page: what it offers; nil where a file was written
	Made     *session.Made     // the file that was written
}

// What an export may have, at most.
const (
	ExportRows  = 1 << 20
	ExportBytes = 256 << 20
)

var (
	formats    = export.Spoken()
	formatWord = strings.Join(longestFirst(formats), "|")
	saysFormat = lazyregexp.New(`(?i)\b(` + formatWord + `)\b`)
	// wholeConversation is about more than the last answer.
	wholeConversation = lazyregexp.New(`(?i)\b(?:notebook|(?:whole|entire|full|this) (?:conversation|session|chat)|everything we (?:did|have|asked|found))\b`)
	// otherFormats are files that people ask for and that Plumb does not write.
	otherFormats = lazyregexp.New(`(?i)\b(pdf|ods|xml|feather|arrow|sqlite|png|svg|jpe?g|gif|image|picture|word|docx?|pptx?|tsv|tab[- ]separated|html?|zip|hyper|spss|geojson|ipynb|jupyter|txt|text file)\b`)
	fileGiven    = lazyregexp.New(`(?i)\b([\p{L}\d_][\p{L}\d_-]{0,79})\.(csv|xlsx|json|md|parquet)\b`)
	// exportOf is an export of something that the message itself names.
	exportOf = lazyregexp.New(`(?i)^(?:(?:please|pls|can you|could you|can i|could i|i want to|i'd like to|let me|now|then|and|also) )*` +
		`(export|download|save|write|dump|extract|output|get|give|show|list) (?:me |us )?(.+?),? (?:as|to|into|in) (?:an? |the )?(?:` + formatWord + `)(?: (?:file|format|sheet|document|table))?(?: please)?[.!?]*$`)
)

// longestFirst are the words of a map, those that others begin with after them.
func longestFirst(words map[string]string) []string {
	return slices.SortedFunc(maps.Keys(words), func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
}

// exportWords are what a message may say that wants the last answer as a file,
// beside the format and the name.
var exportWords = english.NewSet(`export exported exporting download downloaded downloadable save saved store dump write output extract put get give hand let have provide copy
	turn convert make send want need like love take keep can could would should will you i we me us it this that these those them be is there one
	the a an as to in into out of for with from on at my our your please pls thx thanks now then and also just so some
	file files result results row rows table tables data list answer answers figures figure numbers number lines records query everything all full whole entire raw complete
	version format form disk computer locally laptop machine headers header called named name last above link button possible here by way i'd`)

// exportRequest is what a message says of an export.
type exportRequest struct {
	format string
	named  bool   // the message names the format
	other  string // a format that there is not
	name   string
	rest   []string // words that say something else
}

func parseExport(text string) exportRequest {
	r := exportRequest{format: "csv"}
	if m := fileGiven.FindStringSubmatch(text); m != nil {
		r.name, r.format, r.named = m[1], strings.ToLower(m[2]), true
	} else if m := saysFormat.FindStringSubmatch(text); m != nil {
		r.format, r.named = formats[strings.ToLower(m[1])], true
	} else if m := otherFormats.FindStringSubmatch(text); m != nil {
		r.other = strings.ToLower(m[1])
	}
	for _, known := range []*lazyregexp.Regexp{fileGiven, saysFormat, otherFormats} {
		text = known.ReplaceAllString(text, " ")
	}
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '\'' }) {
		if !exportWords[w] {
			r.rest = append(r.rest, w)
		}
	}
	return r
}

// exportRows gives the last answer as a file.
func (t *Talk) exportRows(ctx context.Context, before *Turn, q answer.Question) (*answer.Draft, error) {
	if wholeConversation.MatchString(q.Text) {
		return t.bindAnswers(ctx, q)
	}
	r := parseExport(q.Text)
	switch {
	case len(r.rest) > 0 && !r.named && r.other == "":
		return nil, nil // exports of a country are a question
	case r.other != "":
		return told("Plumb does not write " + r.other + " files of one answer. " + formatsThere()), nil
	case before == nil || !before.Answered():
		if len(r.rest) > 0 {
			return nil, nil
		}
		return told("There is no answer to export yet. Ask for figures or rows first, then export them. " + formatsThere()), nil
	case len(r.rest) > 0:
		return told(fmt.Sprintf("Nothing was exported: Plumb exports the rows of the last answer as they are, and does not know what “%s” changes. Change the answer first, then export it.", strings.Join(r.rest, " "))), nil
	case t.Deliver == nil:
		return nil, nil
	}
	done, err := t.Deliver(ctx, Export{Of: before.Cell, Format: r.format, Name: r.name, Rows: func(ctx context.Context) (*table.Reader, error) { return t.allRows(ctx, before) }})
	if err != nil {
		return nil, err
	}
	d := told(done.Told)
	d.Download, d.Made = done.Download, done.Made
	return d, nil
}

func formatsThere() string {
	titles := []string{}
	for _, f := range export.Formats() {
		titles = append(titles, f.Title)
	}
	return "The rows of an answer can be had as " + english.JoinList(titles, "or") + ", such as: export it as csv. plumb notebook export writes whole notebooks as web pages, as Markdown and for Jupyter, as does /export in a conversation."
}

// allRows are the rows of an answer, without the limit that it was shown under.
func (t *Talk) allRows(ctx context.Context, of *Turn) (*table.Reader, error) {
	switch {
	case of.Ahead != nil:
		return of.Ahead.Table.Reader(), nil
	case of.Table.Truncated == table.Whole || of.Cell.SQL == nil:
		return of.Table.Reader(), nil
	}
	rows, _, err := t.Connection.Query(ctx, of.Cell.SQL.Run(), source.Limits{Time: t.Limits.Time, Rows: ExportRows, Bytes: ExportBytes})
	return rows, err
}
