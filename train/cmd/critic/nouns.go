package main

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/account"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/english"
)

// noun is what things are called.
type noun struct{ one, many string }

// things are nouns that few databases have. The second half is for phrasings that
// nothing is tuned on.
var things = [2]string{
	`bear violin glacier satellite volcano penguin lighthouse submarine telescope beehive castle vineyard orchid meteorite ballerina pirate sandwich umbrella tractor
	fossil acrobat waterfall lantern canoe tulip wizard dragon trumpet pyramid comet cactus jellyfish locomotive harp windmill snowman mammoth parrot kite`,
	`wolf piano iceberg rocket earthquake giraffe bridge drone microscope anthill palace olive sunflower asteroid juggler knight pancake raincoat bulldozer
	skeleton clown fountain candle kayak daisy witch unicorn flute obelisk planet fern octopus glider cello watermill scarecrow dinosaur falcon balloon`,
}

// near is how near in meaning two nouns may be that name different things.
const near = 0.55

var nearness = &account.Nearness{Embedder: account.Sentences}

// nounsOf are names of tables of other databases, and of things that few have.
func nounsOf(all []*kept, name string, held bool) []noun {
	var list []noun
	half := things[0]
	if held {
		half = things[1]
	}
	for w := range strings.FieldsSeq(half) {
		list = append(list, noun{w, english.Plural(w)})
	}
	seen := map[string]bool{}
	for _, k := range all {
		if k.Database == name {
			continue
		}
		words := wordsOf(k.Question)
		for i, w := range words { // what is asked for elsewhere
			if i > 1 && english.IsPlural(w) && len(w) > 4 && strings.ToLower(w) == w && (words[i-1] == "many" || words[i-1] == "of" && words[i-2] == "number" || words[i-1] == "all") && !link.IsCommon(w) {
				if one := english.Singular(w); !seen[one] {
					seen[one] = true
					list = append(list, noun{one, w})
				}
			}
		}
	}
	return list
}

func wordsOf(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '-' && r != '_'
	})
}

// questionsOf are questions to other databases.
func questionsOf(all []*kept, name string) []string {
	var list []string
	for _, k := range all {
		if k.Database != name {
			list = append(list, k.Question)
		}
	}
	return list
}

// otherNouns puts other things in the place of what a question is about: the name of a
// table that its reading reads.
func (m *maker) otherNouns(most int) {
	made := 0
	for _, k := range m.rights {
		if made == most {
			return
		}
		q := m.linker.Read(k.Question, k.Now, nil)
		at := -1
		for _, n := range q.Names {
			if !n.Column && n.Kind == 1 && n.End == n.First+1 && slices.Contains(k.Readings[0].Form.Tables, n.Number) && strings.ToLower(q.Words[n.First].Text) == q.Words[n.First].Text {
				at = n.First
				break
			}
		}
		if at < 0 {
			continue
		}
		old := q.Words[at]
		for range 20 {
			by := m.nouns[m.random.IntN(len(m.nouns))]
			text := by.one
			if english.IsPlural(old.Text) {
				text = by.many
			}
			if strings.Contains(text, " ") || m.isKnown(text, k) || m.isLike(by.one, english.Singular(old.Text)) {
				continue
			}
			changed := k.Question[:old.Start] + text + k.Question[old.End:]
			changed = replaceWord(changed, old.Text, text)
			r := k.Readings[0]
			m.list = append(m.list, &pair{Sort: otherNoun, Kind: text, ID: k.ID, Question: changed, Sentence: r.Sentence, SQL: r.SQL, form: r.Form, now: k.Now})
			made++
			break
		}
	}
}

// replaceWord replaces a word wherever it stands.
func replaceWord(text, old, by string) string {
	var b strings.Builder
	for len(text) > 0 {
		i := strings.Index(text, old)
		if i < 0 {
			break
		}
		end := i + len(old)
		inside := i > 0 && isWordByte(text[i-1]) || end < len(text) && isWordByte(text[end])
		b.WriteString(text[:i])
		if inside {
			b.WriteString(old)
		} else {
			b.WriteString(by)
		}
		text = text[end:]
	}
	return b.String() + text
}

func isWordByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c > 127
}

// isKnown is true for a word that the database has, in a name or as a value.
func (m *maker) isKnown(word string, k *kept) bool {
	q := m.linker.Read("how many "+word+" are there", k.Now, nil)
	return len(q.Names)+len(q.Items) > 0 && (slices.ContainsFunc(q.Names, func(n link.Name) bool { return n.First == 2 }) || slices.ContainsFunc(q.Items, func(i link.Item) bool { return i.First == 2 && i.Kind != link.Listed }))
}

func (m *maker) isLike(one, other string) bool {
	cosine, ok := nearness.Of(context.Background(), one, []string{other})
	return !ok || cosine >= near
}

// otherData asks the brain what was asked of other databases, where what is asked for is
// nothing that this one has.
func (m *maker) otherData(ctx context.Context, most int) error {
	var tables []string
	for i := range m.ix.Tables {
		tables = append(tables, strings.Join(m.ix.Tables[i].Words, " "))
	}
	asked := map[string]bool{}
	for range 30 * most {
		if len(asked) == most || len(m.foreign) == 0 || len(m.rights) == 0 {
			return nil
		}
		text := m.foreign[m.random.IntN(len(m.foreign))]
		thing := thingOf(text)
		if thing == "" || asked[text] || m.isKnown(thing, m.rights[0]) {
			continue
		}
		if cosine, ok := nearness.Of(ctx, english.Singular(thing), tables); !ok || cosine >= near {
			continue
		}
		asked[text] = true
		now := m.rights[0].Now
		a, err := m.brain.Read(ctx, brain.Question{Text: text, Now: now})
		if err != nil {
			return err
		}
		p := &pair{Sort: otherData, Question: text, Outcome: a.Outcome, Confidence: a.Confidence, Kind: thing, now: now}
		switch {
		case len(a.Readings) > 0:
			p.SQL, p.Sentence = a.Readings[0].SQL, a.Readings[0].Sentence
			if q, ok := formOf(a.Readings[0]); ok {
				p.form = q
			}
		case len(a.Tried) > 0: // it was declined; what would have been the answer
			p.SQL, p.Sentence = a.Tried[0].SQL, firstLine(a.Tried[0].Text)
		default:
			continue
		}
		m.list = append(m.list, p)
	}
	return nil
}

// thingOf is what a question asks for: the plural after how many, number of, all.
func thingOf(text string) string {
	words := wordsOf(text)
	for i, w := range words {
		if i > 0 && len(w) > 4 && strings.ToLower(w) == w && english.IsPlural(w) && !link.IsCommon(w) && english.Among(strings.ToLower(words[i-1]), "many of all the which what each") {
			return w
		}
	}
	return ""
}
