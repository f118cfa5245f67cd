package notebook

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/story"
)

// cited checks that the words of an answer which rest on documents are in the passages that
// it keeps. What a model wrote in its own words was held against them when it was written.
func (f *Finding) cited(c session.Cell) {
	for _, x := range c.Citations {
		if c.Narrative == nil || x.At < 0 || x.At >= x.End || x.End > len(c.Narrative.Text) {
			f.problem("the citation [%d] is to words that are not in the answer", x.Number)
			continue
		}
		words := c.Narrative.Text[x.At:x.End]
		f.Claims++
		switch {
		case strings.Contains(plainWords(x.Quote), plainWords(words)), strings.Contains(plainWords(words), plainWords(x.Quote)) && x.Quote != "":
			f.Verified++
		case foreign(c.Narrative):
			f.note("“%s” is in a model's own words; its passage is kept with the cell", words)
		default:
			f.problem("“%s” is not what the passage [%d] says", words, x.Number)
		}
	}
}

// plainWords is a text without the signs around it, on one line.
func plainWords(text string) string { return strings.Join(strings.Fields(text), " ") }

// besideDocuments is true for a claim in the part of an answer that rests on documents.
func besideDocuments(c session.Cell, claim story.Claim) bool {
	return c.Metadata.Mode == session.ModeBoth && slices.ContainsFunc(c.Citations, func(x session.Citation) bool { return x.At <= claim.Start })
}
