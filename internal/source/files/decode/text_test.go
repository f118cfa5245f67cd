package decode

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	textunicode "golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"

	"github.com/plumbdata/plumb/internal/fault"
)

// write puts a file into a folder of the test.
func write(t testing.TB, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// decodeOne decodes a file of one part, and returns the part and its content.
func decodeOne(t testing.TB, name string, data []byte) (Part, string) {
	t.Helper()
	parts, err := Open(t.Context(), write(t, name, data), t.TempDir())
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if len(parts) != 1 {
		t.Fatalf("%s: got %d parts, want 1", name, len(parts))
	}
	return parts[0], content(t, parts[0])
}

func content(t testing.TB, p Part) string {
	t.Helper()
	data, err := os.ReadFile(p.Path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func encode(t testing.TB, e encoding.Encoding, text string) []byte {
	t.Helper()
	data, err := e.NewEncoder().Bytes([]byte(text))
	if err != nil {
		t.Fatalf("the text is not in the encoding: %v", err)
	}
	return data
}

// Rows that no list of words was made from.
var samples = map[string]string{
	"german":     "Filiale;Umsatz;Bemerkung\nMünchen-Süd;1.200,50 €;Lieferung verzögert\nKöln;900,00 €;Rückläufer geprüft\n",
	"one umlaut": "id,name\n1,Smith\n2,Müller\n3,Jones\n",
	"one accent": "id,name\n1,Beyoncé\n2,Jones\n",
	"degree":     "sensor,reading\n1,20.5°C\n2,21.0°C\n",
	"pound":      "item,price\nTea,£2.50\nCake,£3.75\n",
	"apostrophe": "id,comment\n1,Don’t ship – call first\n2,“Fragile”\n",
	"french":     "ville,libellé\nSaint-Étienne,Événement annulé\nBéziers,Réclamation traitée à l'amiable\nNîmes,Pièces détachées\n",
	"spanish":    "ciudad,descripción\nCáceres,Envío de zapatería pequeña\nLogroño,Señalización de tráfico\nÁvila,Jamón ibérico\n",
	"portuguese": "cidade,observação\nRibeirão Preto,Manutenção preventiva de caminhões\nSão José dos Pinhais,Não há pendências\nJundiaí,Açúcar e café\n",
	"swedish":    "ort,vara\nVäxjö,Köttbullar på frysen\nSödertälje,Hjärtformad kudde\nÅre,Skidåkning\n",
	"danish":     "by,vare\nHelsingør,Rødgrød med fløde\nNæstved,Smørrebrød\nÅbenrå,Æblekage\n",
	"names":      "name,country\nJosé Ibáñez,Spain\nFrançois Lefèvre,France\nJürgen Größl,Germany\nJoão Brandão,Brazil\nBjørn Ødegård,Norway\n",
	"polish":     "miasto,uwagi\nBielsko-Biała,Przesyłka opóźniona\nRuda Śląska,Zwrot pieniędzy następnego dnia\nŻory,Świeże pieczywo i wędliny\n",
	"czech":      "město,poznámka\nKarlovy Vary,Zpožděná zásilka a žádost o náhradu škody\nFrýdek-Místek,Vráceno před lhůtou\nPřerov,Čerstvé pečivo a uzeniny\n",
	"hungarian":  "város,megjegyzés\nSzolnok,Késedelmes kézbesítés\nHódmezővásárhely,Visszatérítés következő napon\nEger,Friss gyümölcs és zöldség\n",
	"croatian":   "mjesto,napomena\nKoprivnica,Pošiljka kasni zbog čekanja\nĐurđenovac,Povrat novca sljedeći dan\nŠkabrnja,Svježe voće i povrće\n",
	"russian":    "город,примечание\nТюмень,Задержка отгрузки со склада\nИжевск,Частичная выплата произведена\nЯрославль,Свежие овощи и фрукты\n",
	"ukrainian":  "місто,примітка\nХерсон,Затримка відвантаження зі складу\nЧернігів,Часткове повернення коштів\nЛуцьк,Свіжі овочі й фрукти їхні\n",
	"greek":      "τόπος,σχόλια\nΚαβάλα,Καθυστέρηση παράδοσης από αποθήκη\nΡόδος,Επιστροφή χρημάτων την επόμενη\nΧανιά,Φρέσκα λαχανικά\n",
	"turkish":    "şehir,not\nKayseri,Teslimat gecikti müşteri bilgilendirildi\nİzmit,Para iadesi yapıldı\nŞırnak,Taze sebze ve meyve çeşitleri ığdır\n",
	"lithuanian": "miestas,pastaba\nDruskininkai,Pristatymas vėluoja dėl sandėlio\nŠirvintos,Pinigai grąžinti kitą dieną\nŽiežmariai,Šviežios daržovės ir vaisių dėžė\n",
	"hebrew":     "עיר,הערה\nאילת,עיכוב במשלוח מהמחסן\nטבריה,החזר כספי בוצע למחרת\n",
	"arabic":     "مدينة,ملاحظة\nالإسكندرية,تأخير في الشحن من المستودع\nمراكش,تم استرداد المبلغ في اليوم التالي\n",
	"thai":       "เมือง,หมายเหตุ\nลำปาง,การจัดส่งล่าช้าจากคลังสินค้า\nระยอง,คืนเงินแล้วในวันถัดไป\n",
	"japanese":   "都市,備考\n名古屋市,倉庫からの発送が遅れています\n仙台市,翌日に返金しました\n札幌市,新鮮な野菜とくだもの\n",
	"chinese":    "城市,备注\n成都市,仓库发货延迟请联系客户\n杭州市,第二天已经退款\n西安市,新鲜蔬菜和水果\n",
	"taiwanese":  "城市,備註\n台中市,倉庫出貨延遲請聯絡客戶\n高雄市,隔天已經退款\n新竹市,新鮮蔬菜與水果\n",
	"korean":     "도시,비고\n대전광역시,창고 출고가 지연되었습니다\n수원시,다음 날 환불 처리 완료\n제주시,신선한 채소와 과일\n",
}

func TestEncodings(t *testing.T) {
	for _, c := range []struct {
		text string
		in   encoding.Encoding
		want string
	}{
		{"german", charmap.Windows1252, "Windows-1252"},
		{"german", charmap.ISO8859_15, "ISO-8859-15"},
		{"german", charmap.CodePage858, "code page 858"},
		{"german", charmap.Macintosh, "Mac OS Roman"},
		{"one umlaut", charmap.ISO8859_1, "Windows-1252"},
		{"one accent", charmap.ISO8859_1, "Windows-1252"},
		{"degree", charmap.ISO8859_1, "Windows-1252"},
		{"pound", charmap.Windows1252, "Windows-1252"},
		{"apostrophe", charmap.Windows1252, "Windows-1252"},
		{"french", charmap.Windows1252, "Windows-1252"},
		{"french", charmap.CodePage850, "code page 858"},
		{"french", charmap.Macintosh, "Mac OS Roman"},
		{"spanish", charmap.Windows1252, "Windows-1252"},
		{"spanish", charmap.Macintosh, "Mac OS Roman"},
		{"portuguese", charmap.ISO8859_1, "Windows-1252"},
		{"swedish", charmap.ISO8859_1, "Windows-1252"},
		{"danish", charmap.Windows1252, "Windows-1252"},
		{"names", charmap.Windows1252, "Windows-1252"},
		{"polish", charmap.Windows1250, "Windows-1250"},
		{"polish", charmap.ISO8859_2, "ISO-8859-2"},
		{"polish", charmap.CodePage852, "code page 852"},
		{"czech", charmap.Windows1250, "Windows-1250"},
		{"czech", charmap.ISO8859_2, "ISO-8859-2"},
		{"hungarian", charmap.Windows1250, "Windows-1250"},
		{"croatian", charmap.Windows1250, "Windows-1250"},
		{"russian", charmap.Windows1251, "Windows-1251"},
		{"russian", charmap.KOI8R, "KOI8-U"},
		{"russian", charmap.CodePage866, "code page 866"},
		{"ukrainian", charmap.Windows1251, "Windows-1251"},
		{"ukrainian", charmap.KOI8U, "KOI8-U"},
		{"greek", charmap.Windows1253, "Windows-1253"},
		{"turkish", charmap.Windows1254, "Windows-1254"},
		{"lithuanian", charmap.Windows1257, "Windows-1257"},
		{"hebrew", charmap.Windows1255, "Windows-1255"},
		{"arabic", charmap.Windows1256, "Windows-1256"},
		{"thai", charmap.Windows874, "Windows-874"},
		{"japanese", japanese.ShiftJIS, "Shift JIS"},
		{"japanese", japanese.EUCJP, "EUC-JP"},
		{"chinese", simplifiedchinese.GBK, "GB18030"},
		{"taiwanese", traditionalchinese.Big5, "Big5"},
		{"korean", korean.EUCKR, "EUC-KR"},
		{"russian", textunicode.UTF16(textunicode.LittleEndian, textunicode.IgnoreBOM), "UTF-16"},
		{"russian", textunicode.UTF16(textunicode.BigEndian, textunicode.IgnoreBOM), "UTF-16"},
		{"japanese", textunicode.UTF16(textunicode.LittleEndian, textunicode.IgnoreBOM), "UTF-16"},
		{"german", textunicode.UTF16(textunicode.LittleEndian, textunicode.UseBOM), "UTF-16"},
		{"german", textunicode.UTF16(textunicode.BigEndian, textunicode.UseBOM), "UTF-16"},
		{"german", utf32.UTF32(utf32.LittleEndian, utf32.UseBOM), "UTF-32"},
	} {
		t.Run(c.text+" in "+c.want, func(t *testing.T) {
			want := samples[c.text]
			p, got := decodeOne(t, "data.csv", encode(t, c.in, want))
			if got != want {
				t.Errorf("decoded as %v:\n%s", p.Notes, got)
			}
			if len(p.Notes) != 1 || p.Notes[0].Subject != Encoding || p.Notes[0].What != c.want {
				t.Errorf("notes: %v, want %s", p.Notes, c.want)
			}
		})
	}
}

// One row alone is little evidence. Few may be read wrongly, and fewer without
// saying that the encoding is not clear.
func TestEncodingsOfSingleRows(t *testing.T) {
	rows, wrong, claimed := 0, 0, 0
	for _, c := range []struct {
		texts string
		in    encoding.Encoding
	}{
		{"german french spanish portuguese swedish danish names", charmap.Windows1252},
		{"polish czech hungarian croatian", charmap.Windows1250},
		{"russian ukrainian", charmap.Windows1251},
		{"japanese", japanese.ShiftJIS}, {"chinese", simplifiedchinese.GBK}, {"korean", korean.EUCKR},
	} {
		for text := range strings.FieldsSeq(c.texts) {
			for line := range strings.Lines(samples[text]) {
				rows++
				p, got := decodeOne(t, "data.csv", encode(t, c.in, line))
				if got == line {
					continue
				}
				t.Logf("%q was read as %q: %v", line, got, p.Notes)
				if wrong++; !p.Notes[0].Uncertain() {
					claimed++
				}
			}
		}
	}
	if wrong > rows/15 || claimed > rows/30 {
		t.Errorf("of %d rows, %d were read wrongly, %d of them with certainty", rows, wrong, claimed)
	}
}

// A person may say what the bytes do not tell.
func TestGivenEncoding(t *testing.T) {
	path := write(t, "data.csv", encode(t, charmap.Windows1250, "a\nPřerov\n"))
	parts, err := OpenAs(t.Context(), path, t.TempDir(), "windows-1250")
	if err != nil || content(t, parts[0]) != "a\nPřerov\n" || parts[0].Notes[0].Uncertain() {
		t.Error(parts, err)
	}
	if _, err := OpenAs(t.Context(), path, t.TempDir(), "klingon"); fault.CodeOf(err) != fault.Config {
		t.Error(err)
	}
}

// What is UTF-8 already is not copied.
func TestUTF8StaysInPlace(t *testing.T) {
	for text, data := range samples {
		path := write(t, "data.csv", []byte(data))
		parts, err := Open(t.Context(), path, filepath.Join(t.TempDir(), "cache"))
		if err != nil || len(parts) != 1 || parts[0].Path != path || len(parts[0].Notes) != 0 || parts[0].Kind != CSV {
			t.Errorf("%s: %+v, %v", text, parts, err)
		}
	}
}

func TestByteOrderMarkIsRemoved(t *testing.T) {
	p, got := decodeOne(t, "data.json", []byte("\xef\xbb\xbf[{\"a\": 1}]"))
	if got != `[{"a": 1}]` || p.Kind != JSON {
		t.Errorf("%+v: %q", p, got)
	}
}

// A file to which lines of another encoding were appended.
func TestMixedEncodings(t *testing.T) {
	good := strings.Repeat("1,Zürich,naïve café\n", 50)
	data := []byte("id,city,note\n" + good)
	data = append(data, encode(t, charmap.Windows1252, "2,München,Straße\n")...)
	data = append(data, good...)
	data = append(data, "3,Genève – M\xfcnster\n"...) // both in one line
	p, got := decodeOne(t, "data.csv", data)
	want := "id,city,note\n" + good + "2,München,Straße\n" + good + "3,Genève – Münster\n"
	if got != want {
		t.Errorf("got %q", got)
	}
	if n := p.Notes[0]; n.Subject != MixedEncoding || n.Count != 2 || n.Row != 52 || n.Example != "München" {
		t.Errorf("%+v", n)
	}
}

func TestUndecodableIsCounted(t *testing.T) {
	data := append(encode(t, textunicode.UTF16(textunicode.LittleEndian, textunicode.UseBOM), "a,b\n1,x"), 0x00, 0xd8, 'y', 0)
	p, got := decodeOne(t, "data.csv", data)
	if got != "a,b\n1,x\ufffdy" || len(p.Notes) != 2 || p.Notes[1] != (Note{Subject: Undecodable, Count: 1}) {
		t.Errorf("%q %+v", got, p.Notes)
	}
}

func TestLongLinesAreNotCutInsideCharacters(t *testing.T) {
	want := `["` + strings.Repeat("größer € ", 100_000) + `"]`
	path := write(t, "data.json", []byte(want))
	parts, err := Open(t.Context(), path, t.TempDir())
	if err != nil || parts[0].Path != path {
		t.Fatal(parts, err)
	}
	p, got := decodeOne(t, "data.json", encode(t, charmap.Windows1252, want))
	if got != want {
		t.Errorf("%v: the text is another", p.Notes)
	}
	if _, got := decodeOne(t, "data.json", append([]byte(want), "\n\"M\xfcnchen\""...)); got != want+"\n\"München\"" {
		t.Error("the mixed text is another")
	}
}

func TestWhatIsNoText(t *testing.T) {
	binary := make([]byte, 5000)
	for i := range binary {
		binary[i] = byte(i*7919 + i>>3)
	}
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"zeros":    {[]byte("a,b\n1,2\n3,\x00\x004\n5,6\n"), "data.csv contains 2 zero bytes, the first in line 3"},
		"binary":   {binary, "binary data"},
		"old xls":  {append([]byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), binary...), ".xls format"},
		"pdf":      {[]byte("%PDF-1.7\n"), "PDF"},
		"web page": {[]byte("\n<!DOCTYPE html><html><body>Please log in</body></html>"), "web page"},
		"sqlite":   {[]byte("SQLite format 3\x00abc"), "SQLite database"},
		"7z":       {[]byte("7z\xbc\xaf\x27\x1c\x00"), "7z format"},
	} {
		dir := t.TempDir()
		_, err := Open(t.Context(), write(t, "data.csv", c.data), dir)
		if fault.CodeOf(err) != fault.BadData || !strings.Contains(err.Error(), c.want) || fault.Of(err).Hint == "" {
			t.Errorf("%s: %v", name, err)
		}
		if left, _ := os.ReadDir(dir); len(left) > 0 {
			t.Errorf("%s: %v is left", name, left)
		}
	}
}

func TestTextThatBeginsLikeAnotherFormat(t *testing.T) {
	for _, data := range []string{"ORC,a\n1,2\n", "BZh,a\n1,2\n"} {
		if _, got := decodeOne(t, "data.csv", []byte(data)); got != data {
			t.Errorf("got %q", got)
		}
	}
}

func FuzzText(f *testing.F) {
	for _, data := range samples {
		f.Add([]byte(data))
		latin, err := encoding.ReplaceUnsupported(charmap.Windows1252.NewEncoder()).Bytes([]byte(data))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(latin)
	}
	f.Add([]byte("a,b\n\xff\xfe\n"))
	f.Add([]byte("\xff\xfea\x00,\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if containerOf(data) != plainText {
			t.Skip()
		}
		parts, err := Open(t.Context(), write(t, "data.csv", data), t.TempDir())
		if err != nil {
			if fault.CodeOf(err) != fault.BadData {
				t.Fatal(err)
			}
			return
		}
		got := content(t, parts[0])
		if !utf8.ValidString(got) {
			t.Fatalf("%q is not UTF-8", got)
		}
		if utf8.Valid(data) && !bytes.HasPrefix(data, []byte(byteOrderMark)) && bytes.IndexByte(data, 0) < 0 && got != string(data) {
			t.Fatalf("%q became %q", data, got)
		}
	})
}
