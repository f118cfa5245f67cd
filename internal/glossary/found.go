package glossary

import (
	"slices"
	"strings"
	"unicode"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/schema"
)

// Text is a piece of a document.
type Text struct {
	Source  string // the document, for people
	Heading string // above it
	Body    string
}

// FromSchema finds the entities of a database: the tables that somebody has described.
func FromSchema(s *schema.Snapshot) []Term {
	var list []Term
	for i := range s.Tables {
		of := &s.Tables[i]
		about := of.About()
		if about == "" || of.Unsafe != "" {
			continue
		}
		list = append(list, Term{Name: english.Singular(label("", strings.ToLower(of.Name))), Kind: Entity, Definition: firstSentence(about), Columns: []string{of.Name}, Source: of.Name})
	}
	return list
}

// FromDefinitions are the terms that documents beside the data define.
func FromDefinitions(found []brain.Definition) []Term {
	var list []Term
	for _, d := range found {
		list = append(list, Term{Name: d.Term, Kind: Concept, Definition: d.Text, Source: d.File})
	}
	return list
}

var (
	// defining is a sentence that says what something is: “Net revenue (NR) is …”.
	defining = lazyregexp.New(`^(?:(?:An?|The|Our) )?([\pL][\pL\d&/' -]{1,58}?)(?: \(([\pL\d&/-]{2,12})\))?(?: is defined as| is the| is an?| are the| are| means| refers to| stands for| describes) (.{8,600})$`)
	// entry is a line of a list of terms: **Net revenue**: …, or Net revenue – …
	entry = lazyregexp.New(`^(?:[-*+]\s+)?(?:\*\*([^*]{2,60})\*\*\s*[:–—-]|([\p{Lu}][\pL\d&/' -]{1,40}?)\s*[:–—])\s+(.{8,600})$`)
	// listing is a heading under which terms are listed.
	listing = lazyregexp.New(`(?i)\b(?:glossary|definitions?|terms|terminology|abbreviations|key figures|metrics|kpis?)\b`)
	// pointing words begin sentences that define nothing by themselves.
	pointing = english.NewSet("this that these those it they there here he she we you i what which who one each every all some such both")
)

const maxFound = 500

// FromTexts finds the terms that documents define: entries of lists, and sentences about
// what their heading names or what has a short form in brackets. Other sentences say what
// something is like.
func FromTexts(texts []Text) []Term {
	var list []Term
	add := func(name, short, definition, source string) {
		name = strings.TrimSpace(name)
		first, _, _ := strings.Cut(strings.ToLower(name), " ")
		if len(list) == maxFound || pointing[first] || len(strings.Fields(name)) > 5 {
			return
		}
		t := Term{Name: name, Kind: Concept, Definition: firstSentence(definition), Source: source}
		if short != "" {
			t.Synonyms = []string{short}
		}
		list = append(list, t)
	}
	for _, x := range texts {
		isList := listing.MatchString(x.Heading)
		for line := range strings.Lines(x.Body) {
			line = strings.TrimSpace(line)
			if m := entry.FindStringSubmatch(line); m != nil && (isList || m[1] != "") {
				add(m[1]+m[2], "", m[3], x.Source)
				continue
			}
			m := defining.FindStringSubmatch(firstSentence(line))
			if m != nil && (m[2] != "" || isList || sameName(m[1], x.Heading)) {
				add(lowerFirst(m[1]), m[2], firstSentence(line), x.Source)
			}
		}
	}
	return list
}

// sameName is true for a heading that names the thing, in the singular or plural.
func sameName(name, heading string) bool {
	return heading != "" && singular(name) == singular(heading)
}

// lowerFirst writes the beginning of a sentence small, but not an abbreviation or a name.
func lowerFirst(text string) string {
	r := []rune(text)
	if len(r) > 1 && unicode.IsUpper(r[0]) && unicode.IsLower(r[1]) && strings.ToLower(string(r[1:])) == string(r[1:]) {
		r[0] = unicode.ToLower(r[0])
	}
	return string(r)
}

var sentenceEnd = lazyregexp.New(`[.!?](?:\s|$)`)

func firstSentence(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	for _, at := range sentenceEnd.FindAllStringIndex(text, -1) {
		if before := text[:at[0]]; !strings.HasSuffix(before, "e.g") && !strings.HasSuffix(before, "i.e") {
			return text[:at[0]+1]
		}
	}
	return text
}

// Relation is that one term does something to another, as a document says it.
type Relation struct {
	Subject string
	Link
}

var (
	// verbs are what relates two terms: “belongs to”, “is paid by”.
	verbs    = lazyregexp.New(`^(?:(?:may|can|must|should|will|always|never|usually|often|also) )?(?:(?:is|are|has|have|was|were|consists?|belongs?|contains?|includes?|places?|buys?|orders?|pays?|owns?|sells?|uses?|gets?|makes?|creates?|reverses?|reduces?|increases?|requires?|needs?|approves?|manages?|reports?|covers?|excludes?|depends?|causes?|triggers?|leads?|ships?|delivers?|receives?|refers?|applies|apply)(?: \pL+ed)?)(?: (?:to|by|of|from|in|on|with|for|at|part of|up of|one|many|several|exactly one|at least one|at most one|an?|the|its|their|only))*$`)
	articles = lazyregexp.New(`(?i)^(?:an?|the|each|every|all|our|its|their|one|many|several|some|any)\s+`)
	clauses  = lazyregexp.New(`[,;:()]|\s+(?:and|or|but|which|that|who|when|if|because|while|where)\s+`)
)

// Relations finds the sentences that relate two of the terms.
func Relations(texts []Text, terms []Term) []Relation {
	names := map[string]string{} // as people may write them → the term
	for _, t := range terms {
		for _, n := range append([]string{t.Name}, t.Synonyms...) {
			n = plain(n)
			names[n] = t.Name
			names[english.Plural(n)] = t.Name
		}
	}
	var list []Relation
	for _, x := range texts {
		for _, s := range splitAt(sentenceEnd, strings.Join(strings.Fields(x.Body), " ")) {
			for _, c := range splitAt(clauses, s) {
				if r, ok := relation(strings.TrimSpace(c), names); ok && len(list) < maxFound {
					r.Source = x.Source
					if !slices.ContainsFunc(list, func(o Relation) bool { return o.Subject == r.Subject && o.Verb == r.Verb && o.Object == r.Object }) {
						list = append(list, r)
					}
				}
			}
		}
	}
	return list
}

// relation reads “subject verb object” where both ends are terms.
func relation(clause string, names map[string]string) (Relation, bool) {
	words := strings.Fields(clause)
	const longest = 12
	if len(words) < 3 || len(words) > longest {
		return Relation{}, false
	}
	subject, used := longestTerm(words, names, true)
	object, end := longestTerm(words, names, false)
	if subject == "" || object == "" || subject == object || used+end >= len(words) {
		return Relation{}, false
	}
	verb := strings.ToLower(strings.Join(words[used:len(words)-end], " "))
	if !verbs.MatchString(verb) {
		return Relation{}, false
	}
	return Relation{subject, Link{Verb: verb, Object: object}}, true
}

// longestTerm is the term at the beginning or the end of words, and how many words it takes.
func longestTerm(words []string, names map[string]string, first bool) (string, int) {
	for n := min(5, len(words)-1); n > 0; n-- {
		part := words[:n]
		if !first {
			part = words[len(words)-n:]
		}
		text := strings.Trim(strings.Join(part, " "), ".!?“”\"")
		if name := names[plain(articles.ReplaceAllString(text, ""))]; name != "" {
			return name, n
		}
	}
	return "", 0
}
