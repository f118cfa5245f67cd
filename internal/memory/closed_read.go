package memory

import (
	"slices"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
)

// readFiscalYear reads the month in which a fiscal year begins, or ends. One that begins
// within a month is not understood, and never rounded.
func readFiscalYear(t *closed, w *words) []said {
	named := w.has("fiscal financial business accounting fy books year-end") ||
		w.has("year") && (w.ours || w.has("our") || w.has("end"))
	numbers := w.numbers()
	if !named || !w.known(t.objects, t.others) {
		return nil
	}
	for _, x := range w.list {
		if day, ok := strings.CutSuffix(strings.TrimSuffix(x.text, "th"), "st"); ok && day != "" && day[0] <= '9' {
			n, _ := strconv.Atoi(day)
			numbers = append(numbers, n)
		}
	}
	months, _ := w.objects(t.objects)
	ends := w.has("ends end closes close ending year-end") && !w.has("starts start begins begin runs starting beginning")
	switch {
	case len(months) == 0 && w.has("calendar") && !w.unwanted:
		return []said{{value: "1"}}
	case len(months) == 0 || len(months) > 2 || len(numbers) > 2,
		!ends && !w.has("starts start begins begin started runs run from is goes to until through equals = - starting beginning") && len(months) != 2:
		return nil
	}
	month, _ := strconv.Atoi(months[0])
	day := 0
	if len(numbers) > 0 {
		day = numbers[0]
	}
	switch {
	case ends && (day == 0 || day >= 28):
		return []said{{value: strconv.Itoa(month%12 + 1)}}
	case !ends && (day == 0 || day == 1):
		return []said{{value: months[0]}}
	}
	return nil
}

func readWeekStart(t *closed, w *words) []said {
	days, _ := w.objects(t.objects)
	fromTo := len(days) == 2 && w.has("from") && w.has("to till until through")
	if (len(days) == 1 && w.has("starts start begins begin first") || fromTo) && w.has("week weeks") && w.known(t.objects, t.others) {
		return []said{{value: days[0]}}
	}
	return nil
}

// readChart reads the kind of chart that is wanted, else the kind that is not. One chart,
// in the singular, is the next answer's.
func readChart(t *closed, w *words) []said {
	if !w.says() || !w.known(t.objects, t.others) {
		return nil
	}
	several := w.has("charts graphs plots diagrams bars columns lines pies donuts tables visuals visualisations visualizations pictures person")
	if !several && !w.standing && !w.session {
		return nil
	}
	wanted, unwanted := w.objects(t.objects)
	kind := func(list []string) string {
		if i := slices.IndexFunc(list, func(k string) bool { return k != "any" }); i >= 0 {
			return list[i]
		}
		return ""
	}
	switch yes, no := kind(wanted), kind(unwanted); {
	case yes != "":
		return []said{{value: yes}}
	case no == "table" || len(unwanted) == 0:
		return nil
	case no != "":
		return []said{{topic: AvoidChart, subject: no, value: no}}
	}
	return []said{{value: "table"}}
}

// readCurrency reads the currency that amounts are in, or are to be shown in.
func readCurrency(t *closed, w *words) []said {
	declared := w.has("is are should must") && w.has("amount amounts price prices sum sums everything money salaries costs figures values currency revenues") ||
		w.has("we") && w.has("work bill sell trade account report") || w.has("currency") || w.asked && w.has("amounts prices money")
	if !w.says() && !declared || !w.known(t.objects, t.others) {
		return nil
	}
	if wanted, _ := w.objects(t.objects); len(wanted) > 0 && len(slices.Compact(wanted)) == 1 {
		return []said{{value: wanted[0]}}
	}
	return nil
}

// readDecimals reads how many decimals figures have.
func readDecimals(t *closed, w *words) []said {
	numbers := w.numbers()
	if !w.known(t.objects, t.others) || len(numbers) > 1 {
		return nil
	}
	wanted, unwanted := w.objects(t.objects)
	names := slices.Contains(append(wanted, unwanted...), "decimals") || w.has("digit digits") && w.has("comma point")
	whole := slices.Contains(wanted, "whole") && w.has("numbers euros dollars pounds francs units figures amounts")
	switch {
	case !names && !whole, !w.says() && !w.has("digits decimals round"):
		return nil
	case whole && (w.standing || w.wanted || w.session || w.has("round")):
		return []said{{value: "0"}}
	case names && len(numbers) == 1 && numbers[0] <= 9 && (w.standing || w.wanted || w.session):
		return []said{{value: strconv.Itoa(numbers[0])}}
	case names && len(numbers) == 0 && w.unwanted && w.has("decimals cents digits"):
		return []said{{value: "0"}}
	}
	return nil
}

func readScale(t *closed, w *words) []said {
	if !w.says() || !w.known(t.objects, t.others) {
		return nil
	}
	wanted, unwanted := w.objects(t.objects)
	switch {
	case slices.Contains(unwanted, "short"):
		return []said{{value: "full"}}
	case len(wanted) == 1 && wanted[0] == "full" && w.has("numbers figures amounts"), len(wanted) == 1 && len(wanted[0]) > len("short"):
		return []said{{value: wanted[0]}}
	}
	return nil
}

func readSQL(t *closed, w *words) []said {
	if !w.says() || !w.known(t.objects, t.others) {
		return nil
	}
	wanted, unwanted := w.objects(t.objects)
	switch {
	case len(unwanted) > 0 || w.has("hide out-of-sight"):
		return []said{{value: "hide"}}
	case len(wanted) > 0 && w.has("show see display include print want need like prefer add give"):
		return []said{{value: "show"}}
	}
	return nil
}

// readDetail reads how long answers are. “Keep it short” needs no word that says for how
// long.
func readDetail(t *closed, w *words) []said {
	w.numbers()
	if !w.says() && !w.has("be stay keep") || !w.known(t.objects, t.others) {
		return nil
	}
	wanted, unwanted := w.objects(t.objects)
	switch {
	case slices.Contains(wanted, "sentences"):
		if w.has("enough fine sufficient most plenty") {
			return []said{{value: "short"}}
		}
		return nil
	case slices.Contains(wanted, "short"), slices.Contains(unwanted, "long"):
		return []said{{value: "short"}}
	case slices.Contains(wanted, "long"), slices.Contains(unwanted, "short"):
		return []said{{value: "long"}}
	}
	return nil
}

func readLanguage(t *closed, w *words) []said {
	told := w.has("answer reply respond speak talk write language antworte antworten responde respóndeme contesta réponds répondez responda rispondi antwoord bitte graag favor favore parle parlez") ||
		w.has("answers") && w.has("want like prefer your")
	if wanted, _ := w.objects(t.objects); len(wanted) == 1 && (told || w.says()) && w.known(t.objects, t.others) {
		return []said{{value: wanted[0]}}
	}
	return nil
}

func readGranularity(t *closed, w *words) []said {
	habit := w.has("we") && w.has("report plan think work look")
	if !w.says() && !habit || w.unwanted || w.unless || !w.known(t.objects, t.others) || w.has("this last") {
		return nil
	}
	wanted, _ := w.objects(t.objects)
	adjective := w.has("daily weekly monthly quarterly yearly annual annually")
	if len(wanted) == 0 || len(slices.Compact(wanted)) > 1 || !adjective && !w.has("by per in") || w.has("next last") {
		return nil
	}
	return []said{{value: wanted[0]}}
}

func readRows(t *closed, w *words) []said {
	numbers := w.numbers()
	means := w.has("means mean is") && w.has("top") && len(w.list) > 1
	if len(numbers) != 1 || numbers[0] < 1 || !w.says() && !means || !w.known(t.objects, t.others) {
		return nil
	}
	if wanted, unwanted := w.objects(t.objects); len(wanted)+len(unwanted) == 0 || english.Among("top", strings.Join(wanted, " ")) && !means && !w.standing {
		return nil
	}
	return []said{{value: strconv.Itoa(numbers[0])}}
}
