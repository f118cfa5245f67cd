package world

import (
	"fmt"
	"strings"
)

// String tells a world to a person who wants to see what it is like.
func (w *World) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s to %s\n", w.Domain, w.First.Format("2006-01-02"), w.Last.Format("2006-01-02"))
	for _, t := range w.Tables {
		fmt.Fprintf(&b, "%s (%s, %d rows): %v, when %s\n", t.Name, t.Kind, t.Rows, t.Nouns, w.Columns[t.When].Name)
		for _, n := range t.Columns {
			c := &w.Columns[n]
			fmt.Fprintf(&b, "  %-24s %-10s %s", c.Name, c.Kind, strings.Join(c.Phrases, ", "))
			if c.Unit != "" {
				fmt.Fprintf(&b, " [%s]", c.Unit)
			}
			if len(c.Did) > 0 {
				fmt.Fprintf(&b, "; %s", strings.Join(c.Did, ", "))
			}
			if len(c.Null) > 0 {
				fmt.Fprintf(&b, "; null: %v", c.Null)
			}
			for i, v := range c.Values {
				if i == 4 {
					fmt.Fprintf(&b, " …")
					break
				}
				fmt.Fprintf(&b, " | %s %v %v", v.Text, v.Words, v.As)
			}
			b.WriteByte('\n')
		}
	}
	for _, k := range w.Keys {
		fmt.Fprintf(&b, "%s.%s -> %s: %v, back %v, %v %v\n", w.Tables[k.FromTable].Name, w.Columns[k.From[0]].Name, w.Tables[k.ToTable].Name,
			k.Roles, k.Back, k.Preps, k.Acts)
	}
	for _, m := range w.Measures {
		fmt.Fprintf(&b, "measure %s of %s, %.4g to %.4g %s\n", strings.Join(m.Phrases, ", "), w.Tables[m.Table].Name, m.Low, m.High, m.Unit)
	}
	fmt.Fprintf(&b, "missing: %v\n", w.Missing)
	return b.String()
}
