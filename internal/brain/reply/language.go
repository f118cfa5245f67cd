package reply

import (
	"strings"
	"unicode"

	"github.com/plumbdata/plumb/internal/english"
)

// language is one that the parser does not read, with words that nearly every
// question in it has and that are no English ones.
type language struct {
	name  string
	words map[string]bool
}

var languages = []language{
	{"German", english.NewSet("wie viele welche welcher welches welchen haben wir der das dem des und oder nicht mit für von im ist sind waren wurde wurden gibt es zeige zeig nach jede jeder jedes jeden hoch umsatz kunden kunde bestellungen letzten letztes letzter jahr monat monaten uns unsere unser ich bitte mir wieviel wieviele wer wann warum bei zum zur aus über alle einen eine ein durchschnittlich durchschnittliche anzahl meisten stadt danke kannst du")},
	{"French", english.NewSet("combien quel quelle quels quelles les le des du une et ou avec pour dans est sont était nous avons chaque commandes chiffre d'affaires dernier dernière mois année année moi montre montrez liste affiche qui où quand pourquoi merci bonjour nombre ventes s'il vous plaît les ont qu'est-ce que")},
	{"Spanish", english.NewSet("cuántos cuántas cuanto cuánto cuantos cuantas qué cuál cuáles el los las una del y o con para en es fue tenemos cada por clientes pedidos ventas último última mes año muéstrame muestra lista quién dónde cuándo gracias hola número mayor más han")},
	{"Italian", english.NewSet("quanti quante quanto quale quali il gli lo della dello dei degli delle una con nel nella è sono abbiamo ogni clienti ordini vendite ultimo ultima mese anno mostrami mostra elenca chi dove perché grazie ciao numero ci hanno più")},
	{"Portuguese", english.NewSet("quantos quantas quanto qual quais o os uma dos das com para em é são foi temos cada por clientes pedidos vendas último última mês ano mostre lista quem onde quando obrigado olá número mais têm")},
	{"Dutch", english.NewSet("hoeveel welke het een van voor zijn hebben wij we er per klanten bestellingen omzet laatste maand jaar laat zien toon wie waar wanneer waarom bedankt hallo aantal elke meeste wat de en niet")},
	{"Polish", english.NewSet("ile jaki jaka jakie które który która mamy jest są było w na dla każdy każda klientów zamówień sprzedaż ostatni miesiąc rok pokaż kto gdzie kiedy")},
}

// englishWords are words that nearly every question in English has.
var englishWords = english.StopWords.With(english.RequestWords, english.NewSet("since last fewer share sorted except excluding it's"))

// inNames are words that names of places and people have, in questions of any
// language: El Paso, Las Vegas, Le Mans, van der Berg.
var inNames = english.NewSet("el los las la le les du des del de della dello dei lo il der das den dem von zum zur van het en y o os dos das")

// detectLanguage names the language of a message that is not in English, or is "".
// Names of foreign places occur in English questions: what counts is that words
// of another language outnumber the English ones, and are not all of names.
func detectLanguage(text string) string {
	words := strings.Fields(text)
	own := 0
	for _, w := range words {
		if englishWords[w] {
			own++
		}
	}
	if script := detectScript(text); script != "" && own == 0 { // else it may be a long name
		return script
	}
	best, name := 0, ""
	for _, l := range languages {
		n, telling := 0, false
		for _, w := range words {
			if l.words[w] && !englishWords[w] {
				n++
				telling = telling || !inNames[w]
			}
		}
		if n > best && telling {
			best, name = n, l.name
		}
	}
	if best >= 2 && best > own && 3*best >= len(words) {
		return name
	}
	return ""
}

// detectScript names the script of a message most of whose letters are not Latin.
func detectScript(text string) string {
	count, all := map[string]int{}, 0
	for _, r := range text {
		if !unicode.IsLetter(r) {
			continue
		}
		all++
		for name, table := range scripts {
			if unicode.Is(table, r) {
				count[name]++
			}
		}
	}
	for name, n := range count {
		if 2*n > all {
			return name
		}
	}
	return ""
}

var scripts = map[string]*unicode.RangeTable{
	"Chinese or Japanese": unicode.Han, "Japanese": unicode.Hiragana, "Korean": unicode.Hangul, "a language in Cyrillic letters": unicode.Cyrillic,
	"Arabic": unicode.Arabic, "Hebrew": unicode.Hebrew, "Greek": unicode.Greek, "Hindi": unicode.Devanagari, "Thai": unicode.Thai,
}
