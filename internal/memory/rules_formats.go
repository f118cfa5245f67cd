package memory

import "strings"

// formatRules read how numbers and dates are written, and which period a question is
// about that names none.
var formatRules = []rule{
	{Separators, pattern(`(?:use|write|show)(?: numbers with)? (?:a |the )?comma (?:as|for)(?: the| a)? decimals?(?: separator| point| sign)?.*`), false, value("1.234,5")},
	{Separators, pattern(`(?:use|write|show)(?: numbers with)? (?:a |the )?(?:point|dot|period|full stop) (?:as|for)(?: the| a)? decimals?(?: separator| point| sign)?.*`), false, value("1,234.5")},
	{Separators, pattern(`(?:use|write|show|i prefer|prefer)(?: numbers in)?(?: the)? (german|european|continental|english|american|british|us|uk|swiss|french) (?:number|numeric|decimal) (?:format|formats|formatting|notation|style)`), false, separators},
	{Separators, pattern(`(?:use|write|show|i prefer|prefer)(?: me)?(?: numbers (?:like|as))? (\d{1,3}[.,' ]\d{3}[.,]\d+)(?:,? (?:and )?(?:not|instead of|rather than) [\d.,' ]+)?`), false, sample},
	{Dates, pattern(`(?:use|write|show|i prefer|prefer|format)(?: me)?(?: all| the)?(?: dates (?:as|in))?(?: the)? (iso|dd[./-]mm[./-]yyyy|mm[./-]dd[./-]yyyy|yyyy-mm-dd|iso 8601|german|european|british|us|american)(?: (?:dates|date format|format|style))?`), false, dates},
	{Dates, pattern(`(?:(?:use|write|show|i prefer|prefer)(?: me)?(?: all| the)? )?dates (?:with the )?(day|month|year) first`), false, dates},
	{Period, pattern(`(?:(?:my|the|our) )?default(?: (?:period|time ?range|time ?frame|date range))? (?:is|should be|=) {period}`), false, period},
	{Period, pattern(`(?:use|take|assume|show|look at|consider|go with|i mean|i'?m (?:talking|asking|interested)(?: about| in)?|i ask about|it'?s|it is|that means|i want|i need|i look at)?(?: (?:figures|data|numbers) (?:for|of))? ?{period}(?: only)?`), false, defaultPeriod},
}

func separators(_ *clause, m []string) []said {
	switch strings.ToLower(m[1]) {
	case "german", "european", "continental":
		return []said{{value: "1.234,5"}}
	case "french":
		return []said{{value: "1 234,5"}}
	case "swiss":
		return []said{{value: "1'234.5"}}
	}
	return []said{{value: "1,234.5"}}
}

// sample reads a number that is written as all should be.
func sample(_ *clause, m []string) []said {
	separators := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return -1
		}
		return r
	}, m[1])
	for _, known := range []string{"1.234,5", "1,234.5", "1 234,5", "1'234.5"} {
		if separators == string(known[1])+string(known[5]) {
			return []said{{value: known}}
		}
	}
	return nil
}

func dates(_ *clause, m []string) []said {
	low := strings.ToLower(m[1])
	switch {
	case strings.HasPrefix(low, "dd"), low == "day", low == "german", low == "european", low == "british":
		return []said{{value: "dmy"}}
	case strings.HasPrefix(low, "mm"), low == "month", low == "us", low == "american":
		return []said{{value: "mdy"}}
	}
	return []said{{value: "iso"}}
}

func period(_ *clause, m []string) []said {
	p := strings.TrimPrefix(strings.ToLower(m[1]), "the ")
	switch p {
	case "ytd", "year-to-date":
		p = "year to date"
	case "mtd", "month-to-date":
		p = "month to date"
	}
	return []said{{value: p}}
}

// defaultPeriod reads a period that holds where a question names none; of a clause that
// does not say so, the period is the question's.
func defaultPeriod(c *clause, m []string) []said {
	if !c.unless && !(c.standing && len(strings.Fields(c.text)) > len(strings.Fields(m[1]))) {
		return nil
	}
	return period(c, m)
}
