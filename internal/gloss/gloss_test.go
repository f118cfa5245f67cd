package gloss

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/english"
)

func TestNamesAreTranslated(t *testing.T) {
	for _, c := range []struct{ language, names, want string }{
		{"German", "Bon-Nr, Datum, Umsatz (EUR), Zahlart, Warengruppe, Bestellnr, Lieferdatum", "receipt number, date, revenue euro, payment method, product group, order number, delivery date"},
		{"Spanish", "fecha_pedido, num_cliente, Fecha de nacimiento, importe, forma de pago", "order date, customer number, birth date, amount, payment method"},
		{"French", "Date de retour, prix_unitaire, Quantité, libellé", "return date, unit price, quantity, description"},
		{"Portuguese", "UNIDADE DA FEDERAÇÃO, PRODUTO, VENDAS, MÊS", "state, product, sales, month"},
		{"Italian", "data ordine, prezzo, quantità, cliente", "order date, price, quantity, customer"},
		{"Dutch", "klantnummer, bestelling, bedrag, datum", "customer number, order, amount, date"},
	} {
		var words, got []string
		names := strings.Split(c.names, ", ")
		for _, n := range names {
			words = append(words, english.Split(n)...)
		}
		l := OfNames(words)
		if l == nil || l.Name != c.language {
			t.Errorf("%s: read as %+v, want %s", c.names, l, c.language)
			continue
		}
		for _, n := range names {
			translated, _ := l.Translate(english.Split(n))
			got = append(got, strings.Join(translated, " "))
		}
		if g := strings.Join(got, ", "); g != c.want {
			t.Errorf("%s: %s, want %s", c.names, g, c.want)
		}
	}
}

func TestEnglishStaysEnglish(t *testing.T) {
	for _, names := range []string{"orders id customer_id order_date total net_amount status", "Store Dept Weekly_Sales IsHoliday", "art type note part code data",
		"transactions account balance saldo", "pclass survived name sex age sibsp parch ticket fare cabin embarked"} {
		if l := OfNames(english.Split(names)); l != nil {
			t.Errorf("%s: %s", names, l.Name)
		}
	}
	for _, question := range []string{"how many customers are there?", "net sales", "customers in Los Angeles", "orders from El Paso and La Paz", "plus clients by region",
		"list de novo mutations", "El Paso, Los Angeles, Las Vegas: revenue", "top 5 per region", "total fare per class", "Santa Clara vs San Diego", "orders of Die Welt by month"} {
		if l := OfQuestion(english.Split(question), nil); l != nil {
			t.Errorf("%s: %s", question, l.Name)
		}
	}
}

func TestLanguagesOfQuestions(t *testing.T) {
	for question, want := range map[string]string{
		"wie viele Kunden haben wir?": "German", "Umsatz pro Stadt im letzten Jahr": "German", "combien de clients avons-nous ?": "French",
		"¿Cuántos clientes tenemos?": "Spanish", "Quanto de gasolina foi vendido em 2024?": "Portuguese", "quanti ordini abbiamo per mese": "Italian", "hoeveel klanten hebben we": "Dutch",
	} {
		if l := OfQuestion(english.Split(question), nil); l == nil || l.Name != want {
			t.Errorf("%s: %+v, want %s", question, l, want)
		}
	}
	if l := OfQuestion([]string{"agora", "por", "mês"}, Named("Portuguese")); l == nil {
		t.Error("a short question in the language of the names is not in it")
	}
}

func TestEachWordHasOneMeaning(t *testing.T) {
	seen := map[string]string{}
	english.ReadSections(wordsText, func(section, line string) {
		cells := strings.Split(line, "|")
		if len(cells) > 7 {
			t.Errorf("%d languages: %s", len(cells)-1, line)
		}
		for i, cell := range cells[1:] {
			for w := range strings.FieldsSeq(cell) {
				if fold(w) != w {
					t.Errorf("%s is not written as it is looked up", w)
				}
				key := section + string(rune('0'+i)) + w
				if before := seen[key]; before != "" && before != cells[0] {
					t.Errorf("%s is%s and %s", w, before, cells[0])
				}
				seen[key] = cells[0]
			}
		}
	})
}
