package learning

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
)

// Compaction is what became of corrections when rules were made of them.
type Compaction struct {
	RulesCreated         int `json:"rules_created"`
	RulesStrengthened    int `json:"rules_strengthened"`
	RulesMerged          int `json:"rules_merged"`
	LearningsArchived    int `json:"learnings_archived"`
	LearningsExpired     int `json:"learnings_expired"`
	GroupsFound          int `json:"groups_found"`
	SkippedLowConfidence int `json:"skipped_low_confidence"`
}

// group is corrections that say the same.
type group struct {
	entry       brain.Entry
	corrections []*Correction
	against     int // corrections that say something else of the same words
}

// Compact makes rules of corrections that say the same: where enough of them do, and not
// too many say otherwise. Known rules are strengthened, those that say the same are merged,
// what rules say is archived, and what nobody needed for long expires.
func (b *Book) Compact(ctx context.Context) (*Compaction, error) {
	corrections, err := b.Corrections(ctx)
	if err != nil {
		return nil, err
	}
	rules, err := b.Rules(ctx)
	if err != nil {
		return nil, err
	}
	var out Compaction
	now := b.clock().UTC()
	for i := range corrections {
		if c := &corrections[i]; c.Status == Fresh && now.Sub(c.At) > b.options.Keep {
			c.Status = Expired
			out.LearningsExpired++
			if err := b.put(ctx, kindCorrection, c.ID, c); err != nil {
				return nil, err
			}
		}
	}
	if rules, err = b.mergeRules(ctx, rules, &out); err != nil {
		return nil, err
	}
	for _, g := range groups(corrections) {
		if len(g.corrections) < b.options.Group {
			continue
		}
		out.GroupsFound++
		if err := b.promote(ctx, g, rules, &out); err != nil {
			return nil, err
		}
	}
	for i := range rules {
		r := &rules[i]
		if last := latest(*r); r.Status == Active && !r.Edited && now.Sub(last) > b.options.Keep {
			r.Status = Expired
			if err := b.put(ctx, kindRule, r.ID, r); err != nil {
				return nil, err
			}
		}
	}
	return &out, nil
}

// promote makes a rule of a group, or strengthens the one that is there.
func (b *Book) promote(ctx context.Context, g group, rules []Rule, out *Compaction) error {
	confidence := confidenceOf(len(g.corrections), g.against)
	if confidence < b.options.Confidence {
		out.SkippedLowConfidence++
		return nil
	}
	id := ruleID(g.entry)
	at := slices.IndexFunc(rules, func(r Rule) bool { return r.ID == id })
	var r Rule
	switch {
	case at < 0 && len(rules)+out.RulesCreated >= maxRules:
		return nil
	case at < 0:
		r = Rule{ID: id, Entry: g.entry, Text: describe(g.entry), CreatedAt: b.clock().UTC(), Status: Active}
		out.RulesCreated++
	default:
		if r = rules[at]; r.Support == len(g.corrections) && r.Against == g.against {
			return nil // nothing new
		}
		if r.Status == Expired {
			r.Status = Active
		}
		out.RulesStrengthened++
	}
	r.Support, r.Against, r.Confidence = len(g.corrections), g.against, confidence
	r.Examples = nil
	for _, c := range g.corrections {
		const shown = 5
		if len(r.Examples) < shown && !slices.Contains(r.Examples, c.Question) {
			r.Examples = append(r.Examples, c.Question)
		}
	}
	if err := b.put(ctx, kindRule, r.ID, r); err != nil {
		return err
	}
	for _, c := range g.corrections {
		if slices.Contains(c.Promoted, r.ID) {
			continue
		}
		c.Promoted = append(c.Promoted, r.ID)
		if c.Status == Fresh {
			c.Status = Archived
			out.LearningsArchived++
		}
		if err := b.put(ctx, kindCorrection, c.ID, c); err != nil {
			return err
		}
	}
	return nil
}

// confidenceOf is how far a rule can be relied on: the share of the corrections that say
// it, of which there may be few.
func confidenceOf(support, against int) float64 {
	return (float64(support) + 0.5) / (float64(support+against) + 1)
}

// mergeRules makes one rule of several whose words say the same.
func (b *Book) mergeRules(ctx context.Context, rules []Rule, out *Compaction) ([]Rule, error) {
	var kept []Rule
	for _, r := range rules {
		at := slices.IndexFunc(kept, func(o Rule) bool { return key(o.Entry) == key(r.Entry) })
		if at < 0 {
			kept = append(kept, r)
			continue
		}
		into := &kept[at]
		into.Support, into.Applied = max(into.Support, r.Support), into.Applied+r.Applied
		out.RulesMerged++
		if err := b.put(ctx, kindRule, into.ID, into); err != nil {
			return nil, err
		}
		if _, err := b.records.Remove(ctx, b.filter(kindRule, r.ID)); err != nil {
			return nil, err
		}
	}
	return kept, nil
}

// groups are the corrections that say the same, in the order in which they were made. The
// same question counts once: to correct it again and again says nothing of others.
func groups(list []Correction) []group {
	var out []group
	for i := range list {
		c := &list[i]
		if c.Status == Expired {
			continue
		}
		for _, e := range c.Entries {
			at := slices.IndexFunc(out, func(g group) bool { return key(g.entry) == key(e) })
			if at < 0 {
				out, at = append(out, group{entry: e}), len(out)
			}
			if g := &out[at]; !slices.ContainsFunc(g.corrections, func(o *Correction) bool { return plain(o.Question) == plain(c.Question) }) {
				g.corrections = append(g.corrections, c)
			}
		}
	}
	for i := range out {
		for j := range out {
			if i != j && topic(out[i].entry) == topic(out[j].entry) {
				out[i].against += len(out[j].corrections)
			}
		}
	}
	return out
}

// key is the same for entries that say the same.
func key(e brain.Entry) string { return topic(e) + "\x00" + plain(e.Text) }

// topic is the same for entries about the same words.
func topic(e brain.Entry) string { return string(e.Kind) + "\x00" + plain(e.Term) }

func plain(text string) string {
	return strings.TrimRight(strings.Join(strings.Fields(strings.ToLower(text)), " "), ".?! ")
}

func ruleID(e brain.Entry) string {
	sum := sha256.Sum256([]byte(key(e)))
	return "rule_" + hex.EncodeToString(sum[:6])
}

// describe says a rule to people.
func describe(e brain.Entry) string {
	switch e.Kind {
	case brain.Means:
		return fmt.Sprintf("“%s” means %s", e.Term, e.Text)
	case brain.Called:
		return fmt.Sprintf("“%s” is another word for %s", e.Term, e.Text)
	case brain.Always:
		if e.Text == "" {
			return "without " + e.Term
		}
		return "only where " + e.Text
	case brain.Counted:
		return "where rows are counted or listed, only where " + e.Text
	case brain.Prefers:
		if e.Term != "" {
			return fmt.Sprintf("for “%s”, %s", e.Term, e.Text)
		}
		return "prefer " + e.Text
	}
	return strings.TrimSpace(e.Term + ": " + e.Text)
}

// latest is when a rule was last of use.
func latest(r Rule) time.Time {
	if r.LastUsed.After(r.CreatedAt) {
		return r.LastUsed
	}
	return r.CreatedAt
}
