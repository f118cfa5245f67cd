package schema

import (
	"strings"

	"github.com/plumbdata/plumb/internal/english"
)

// picker takes tables into the selection as long as the budget holds them.
type picker struct {
	*Index
	spare  int // tokens
	picked []*Table
	seeds  []int32
	taken  map[int32]bool
	copies map[string]int
}

// pickAll is all tables, if they fit.
func (p *picker) pickAll() []*Table {
	const least = 20 // tokens of the smallest table
	n := len(p.s.Tables)
	if n*least > p.spare {
		return nil
	}
	all := make([]*Table, n)
	spare := p.spare
	for i := range all {
		all[i] = &p.s.Tables[i]
		if spare -= p.cost(int32(i)); spare < 0 {
			return nil
		}
	}
	return all
}

func (p *picker) cost(t int32) int {
	return Tokens(tableElement(p.s, &p.s.Tables[t], p.s.Tables[t].Columns, everything))
}

// take picks a table unless it is too large for what is left.
func (p *picker) take(t int32) bool {
	if p.taken[t] {
		return true
	}
	cost := p.cost(t)
	if cost > p.spare {
		return false
	}
	p.spare -= cost
	p.taken[t] = true
	p.picked = append(p.picked, &p.s.Tables[t])
	return true
}

// fill picks tables that answer for terms not yet answered for, each with the
// tables that join it to those before, then neighbours of the best.
func (p *picker) fill(q query, ranked []scored) {
	const (
		most    = 30  // tables by their own merit
		worth   = 0.1 // of the best, to be picked at all
		repeats = 0.9 // of what another table already answers for, that is taken off
	)
	p.copies = map[string]int{}
	covered := make([]float64, len(q.terms))
	left := append([]scored(nil), ranked...)
	for len(left) > 0 && len(p.seeds) < most {
		best, gain := 0, -1.0
		for i, s := range left {
			g := 0.5 * s.score
			for j, c := range s.terms {
				g += max(0, c-repeats*covered[j])
			}
			if g > gain {
				best, gain = i, g
			}
		}
		s := left[best]
		left = append(left[:best], left[best+1:]...)
		if gain < worth*ranked[0].score {
			break
		}
		if p.isCopy(s.table, q) || !p.take(s.table) {
			continue
		}
		for j, c := range s.terms {
			covered[j] = max(covered[j], c)
		}
		p.bridge(s.table)
		p.seeds = append(p.seeds, s.table)
	}
	p.neighbours(ranked)
}

// isCopy keeps the many copies of a table (orders_2023_01, orders_2023_02, or
// the same in every schema) from pushing out all others, unless the question
// asks for that number.
func (p *picker) isCopy(t int32, q query) bool {
	const most = 3
	name := p.s.Tables[t].Name
	for _, w := range english.Split(name) {
		if numeral(w) && q.numbers[w] {
			return false
		}
	}
	pattern := strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return -1
		}
		return r
	}, strings.ToLower(name))
	p.copies[pattern]++
	return p.copies[pattern] > most
}

// bridge joins a new seed to the nearest of those before, through at most two
// tables between them.
func (p *picker) bridge(seed int32) {
	const depth, visits = 3, 400
	if len(p.seeds) == 0 {
		return
	}
	from := map[int32]int32{seed: seed}
	frontier := []int32{seed}
	for range depth {
		var next []int32
		for _, t := range frontier {
			for _, n := range p.near[t] {
				if _, seen := from[n]; seen {
					continue
				}
				from[n] = t
				if p.taken[n] {
					for at := from[n]; at != seed; at = from[at] {
						p.take(at)
					}
					return
				}
				if next = append(next, n); len(from) > visits {
					return
				}
			}
		}
		frontier = next
	}
}

// neighbours adds what the best seeds refer to, and what refers to them if the
// question says something for it.
func (p *picker) neighbours(ranked []scored) {
	const seeds, each = 8, 6
	score := map[int32]float64{}
	for _, s := range ranked {
		score[s.table] = s.score
	}
	for _, t := range p.seeds[:min(len(p.seeds), seeds)] {
		added := 0
		refers := len(p.s.Tables[t].ForeignKeys)
		for i, n := range p.near[t] {
			if added == each {
				break
			}
			if !p.taken[n] && (i < refers || score[n] > 0 || len(p.near[t]) <= each) && p.take(n) {
				added++
			}
		}
	}
}

// smallTalk are words of questions that say nothing about tables.
var smallTalk = english.StopWords.With(english.RequestWords)

// sameMeaning leads from a word to others that people use for it.
var sameMeaning = english.NewGroups(`
	customer client buyer shopper, employee staff worker personnel, product item article, order purchase sale,
	revenue sale turnover income earning amount, supplier vendor provider, invoice bill, payment transaction,
	student pupil, teacher instructor professor lecturer, car vehicle automobile, film movie, city town, price cost fee,
	salary wage pay compensation, store shop outlet, phone telephone mobile, doctor physician, hospital clinic, country nation,
	manager supervisor boss, department division, location place site, plane aircraft, song track, book title, author writer,
	spend cost expense expenditure, deal opportunity, ticket case issue, subscription plan, account user, member person people,
	region area territory, company firm organization business, budget target quota, refund return, discount promotion coupon,
	gender sex, birthday birthdate, grade mark score, game match, winner champion, team club, nationality country citizenship,
	quantity amount count, weight mass, rating review score, visit session appointment, room apartment, museum gallery,
	contract policy agreement, warehouse depot, shipment delivery, machine equipment asset, trip journey ride, device machine`)
