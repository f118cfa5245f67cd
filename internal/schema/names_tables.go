package schema

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
)

// plainTables are the names of tables without what says nothing about each: words that
// most begin or end with, as those of exports do. orders of olist_orders_dataset, deals of
// crm_export_deals_2024_12_10. "" stands for a name as it is.
func plainTables(names []string) []string {
	p := plainer{names: make([][]string, len(names)), parent: make([]int, len(names))}
	for i, n := range names {
		p.names[i] = english.Split(n)
	}
	whole := slices.Clone(p.names)
	for i := range names {
		p.parent[i] = p.find(i)
	}
	p.cutShared(func(w []string) string { return w[0] }, func(w []string) []string { return w[1:] })
	p.cutShared(func(w []string) string { return w[len(w)-1] }, func(w []string) []string { return w[:len(w)-1] })
	list := make([]string, len(names))
	for i, at := range p.parent {
		if at >= 0 { // tags of tickets are called after the tickets
			p.names[i] = append(slices.Clone(p.names[at]), whole[i][len(whole[at]):]...)
		}
		if !slices.Equal(p.names[i], whole[i]) {
			list[i] = strings.Join(p.names[i], "_")
		}
	}
	return list
}

// plainer are names of tables, in words, that are cut.
type plainer struct {
	names  [][]string
	parent []int // the table whose name begins the name, or -1
}

func (p *plainer) find(i int) int {
	return slices.IndexFunc(p.names, func(o []string) bool {
		return len(o) > 0 && len(o) < len(p.names[i]) && slices.Equal(o, p.names[i][:len(o)])
	})
}

// cutShared cuts a word at one end of nearly all names as long as there is one.
func (p *plainer) cutShared(word func([]string) string, rest func([]string) []string) {
	const least, most = 3, 4 // names; words, as a date and one more
	for range most {
		count, all := map[string]int{}, 0
		for i, w := range p.names {
			if p.parent[i] < 0 {
				if all++; len(w) > 1 {
					count[word(w)]++
				}
			}
		}
		shared := ""
		for w, n := range count {
			if n >= least && n*4 >= all*3 {
				shared = w
			}
		}
		if shared == "" || !p.cut(func(w []string) []string {
			if len(w) > 1 && word(w) == shared {
				return rest(w)
			}
			return w
		}) {
			return
		}
	}
}

// cut shortens the names, unless two would become the same or one lose its last word.
func (p *plainer) cut(shorten func([]string) []string) bool {
	cut, seen := slices.Clone(p.names), map[string]bool{}
	for i, w := range cut {
		if p.parent[i] >= 0 {
			continue
		}
		if len(w) > 0 {
			cut[i] = shorten(w)
		}
		name := strings.Join(cut[i], "_")
		if seen[name] || strings.Trim(name, "0123456789_") == "" {
			return false
		}
		seen[name] = true
	}
	p.names = cut
	return true
}
