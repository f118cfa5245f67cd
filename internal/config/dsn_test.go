package config

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/plumbdata/plumb/internal/fault"
)

func TestRedact(t *testing.T) {
	for dsn, want := range map[string]string{
		"":                                          "",
		"shop":                                      "shop",
		"data/*.csv":                                "data/*.csv",
		"data/file?.csv":                            "data/file?.csv",
		"postgres://h/db":                           "postgres://h/db",
		"postgres://u@h:5432/db":                    "postgres://u@h:5432/db",
		"postgres://u:pw@h/db":                      "postgres://u:***@h/db",
		"postgres://u:@h/db":                        "postgres://u:@h/db",
		"postgres://u:p%40w@h/db":                   "postgres://u:***@h/db",
		"postgres://u:p:w@h/db":                     "postgres://u:***@h/db",
		"postgres://u:p@w@h/db":                     "postgres://u:***@h/db",
		"postgres://u:p/w@h/db":                     "postgres://u:***@h/db",
		"postgres://u:p?w@h/db":                     "postgres://u:***@h/db",
		"postgres://u:p#w@h/db":                     "postgres://u:***@h/db",
		"postgres://u:p@x/w@h/db":                   "postgres://u:***@h/db",
		"postgres://u:pw@[::1]:5432/db":             "postgres://u:***@[::1]:5432/db",
		"postgres://[::1]:5432/db?user=a@b":         "postgres://[::1]:5432/db?user=a@b",
		"postgres://h1:1,h2:2/db?user=a@b":          "postgres://h1:1,h2:2/db?user=a@b",
		"postgres://u:${PW}@h/db":                   "postgres://u:${PW}@h/db",
		"postgres://u:${PW:-x/y@z}@h/db":            "postgres://u:***@h/db",
		"postgres://u:a${PW}@h/db":                  "postgres://u:***@h/db",
		"${DATABASE_URL}":                           "${DATABASE_URL}",
		"postgres://h/db?user=u&password=p&x=1":     "postgres://h/db?user=u&password=***&x=1",
		"postgres://h/db?pass%77ord=p":              "postgres://h/db?pass%77ord=***",
		"postgres://u:p@h/db?sslpassword=q":         "postgres://u:***@h/db?sslpassword=***",
		"duckdb:md:db?motherduck_token=abc":         "duckdb:md:db?motherduck_token=***",
		"host=h password=p dbname=d":                "host=h password=*** dbname=d",
		"host=h password = 'a \\' b' sslpassword=c": "host=h password = '***' sslpassword=***",
		"user=u password=${PW} dbname=d":            "user=u password=${PW} dbname=d",
		"password='open":                            "password='***",
		"year=2024/token=1/x.parquet":               "year=2024/token=1/x.parquet",
		"https://h/x.csv?sv=1&sig=abc":              "https://h/x.csv?sv=1&sig=***",
		"https://h/x.csv?X-Amz-Signature=a&X-Amz-Security-Token=b": "https://h/x.csv?X-Amz-Signature=***&X-Amz-Security-Token=***",
		"https://u:pw@h/x.csv":                       "https://u:***@h/x.csv",
		"C:\\data\\x.csv":                            "C:\\data\\x.csv",
		"sqlite:file.db?mode=ro":                     "sqlite:file.db?mode=ro",
		"postgres://u:${broken@h/db":                 "postgres://u:***@h/db",
		"mysql://user:s3cr3t@h/db?token=a&secret=b&": "mysql://user:***@h/db?token=***&secret=***&",
	} {
		if got := Redact(dsn); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", dsn, got, want)
		}
	}
}

func TestExtractSecrets(t *testing.T) {
	for _, c := range []struct {
		dsn, rewritten string
		secrets        []Secret
	}{
		{"postgres://u@h/db", "postgres://u@h/db", nil},
		{"postgres://u:${PW}@h/db", "postgres://u:${PW}@h/db", nil},
		{"postgres://u:p%40w%2F@h/db", "postgres://u:${PLUMB_MY_SHOP_PASSWORD}@h/db", []Secret{{"PLUMB_MY_SHOP_PASSWORD", "p@w/"}}},
		{"postgres://u:p%zz@h/db", "postgres://u:${PLUMB_MY_SHOP_PASSWORD}@h/db", []Secret{{"PLUMB_MY_SHOP_PASSWORD", "p%zz"}}},
		{"postgres://u:p/w@h/db", "postgres://u:${PLUMB_MY_SHOP_PASSWORD}@h/db", []Secret{{"PLUMB_MY_SHOP_PASSWORD", "p/w"}}},
		{"postgres://u:${PW:-dev}@h/db", "postgres://u:${PW}@h/db", []Secret{{"PW", "dev"}}},
		{"postgres://u:a@h/db?password=b+c&sslpassword=d", "postgres://u:${PLUMB_MY_SHOP_PASSWORD}@h/db?password=${PLUMB_MY_SHOP_PASSWORD_2}&sslpassword=${PLUMB_MY_SHOP_SSLPASSWORD}",
			[]Secret{{"PLUMB_MY_SHOP_PASSWORD", "a"}, {"PLUMB_MY_SHOP_PASSWORD_2", "b+c"}, {"PLUMB_MY_SHOP_SSLPASSWORD", "d"}}},
		{`host=h password='it\'s' user=u`, "host=h password='${PLUMB_MY_SHOP_PASSWORD}' user=u", []Secret{{"PLUMB_MY_SHOP_PASSWORD", "it's"}}},
	} {
		rewritten, secrets := ExtractSecrets("my-shop", c.dsn)
		if d := cmp.Diff(c.secrets, secrets); d != "" || rewritten != c.rewritten {
			t.Errorf("%s: %s\n%s", c.dsn, rewritten, d)
		}
		if again, more := ExtractSecrets("my-shop", rewritten); again != rewritten || more != nil {
			t.Errorf("%s: extracted twice: %s %v", c.dsn, again, more)
		}
	}
	if s := fmt.Sprintf("%v %+v %#v", Secret{"A", "hunter2"}, []Secret{{"A", "hunter2"}}, Secret{"A", "hunter2"}); strings.Contains(s, "hunter2") {
		t.Error(s)
	}
}

// Whatever a password is, it arrives at the server as it was: the driver reads
// back what the variable holds.
func TestPasswordsSurviveEveryForm(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	const signs = "aZ09 %@:/?#&=+$'\"\\{}[]<>|^~`!*()-_.,;é漢"
	alphabet := []rune(signs)
	passwords := []string{"", " ", "'", `\`, `\'`, "${X}", "$$", "%40", "a b", "p@ss:w/rd?#[]", "100%"}
	for range 300 {
		var b strings.Builder
		for range 1 + random.IntN(8) {
			b.WriteRune(alphabet[random.IntN(len(alphabet))])
		}
		passwords = append(passwords, b.String())
	}
	for _, want := range passwords {
		lookup := func(name string) (string, bool) { return want, name == "PW" }
		for _, template := range []string{
			"postgres://u:${PW}@h:5/db?sslmode=disable",
			"postgres://h:5/db?user=u&password=${PW}&sslmode=disable",
			"host=h port=5 user=u password=${PW} dbname=db sslmode=disable",
			"host=h port=5 user=u password='${PW}' dbname=db sslmode=disable",
		} {
			dsn, err := Expand(template, lookup)
			if err != nil {
				t.Fatal(err)
			}
			c, err := pgx.ParseConfig(dsn)
			if err != nil {
				t.Errorf("%q in %s: %v", want, template, err)
				continue
			}
			if c.Password != want || c.User != "u" || c.Host != "h" || c.Database != "db" || c.Port != 5 {
				t.Errorf("%q in %s became %q for %s@%s:%d/%s", want, template, c.Password, c.User, c.Host, c.Port, c.Database)
			}
		}
		if want == "" {
			continue
		}
		// And what is taken out of a DSN goes back in.
		typed := "postgres://" + url.UserPassword("u", want).String() + "@h/db"
		rewritten, secrets := ExtractSecrets("x", typed)
		if len(secrets) != 1 || secrets[0].Value != want {
			t.Errorf("%s: extracted %d secrets, not %q", typed, len(secrets), want)
			continue
		}
		back, err := Expand(rewritten, func(string) (string, bool) { return secrets[0].Value, true })
		if err != nil || back != typed {
			t.Errorf("%s came back as %s, %v", typed, back, err)
		}
		if shown := Redact(typed); shown != "postgres://u:***@h/db" {
			t.Errorf("%s is shown as %s", typed, shown)
		}
	}
}

func TestExpand(t *testing.T) {
	variables := map[string]string{"A": "a b", "URL": "postgres://u:p@h/db", "EMPTY": "", "PATH_": "/x/y", "USER_": "me@corp"}
	lookup := func(name string) (string, bool) { v, ok := variables[name]; return v, ok }
	for template, want := range map[string]string{
		"":                             "",
		"plain $ text $1 $":            "plain $ text $1 $",
		"$$":                           "$",
		"$$$$":                         "$$",
		"$${A}":                        "${A}",
		"$$${A}":                       "$a b",
		"${URL}":                       "postgres://u:p@h/db",
		"${EMPTY}":                     "",
		"${EMPTY:-d}":                  "d",
		"${NONE:-}":                    "",
		"${NONE:-a:-b}":                "a:-b",
		"duckdb:${PATH_}/z.duckdb":     "duckdb:/x/y/z.duckdb",
		"sqlite://${PATH_}/z.db":       "sqlite:///x/y/z.db",
		"postgres://${USER_}@h/db":     "postgres://me%40corp@h/db",
		"postgres://h/db?options=${A}": "postgres://h/db?options=a%20b",
		"postgres://h/db?${A}":         "postgres://h/db?a b",
		"postgres://${NONE:-h}/db":     "postgres://h/db",
		"host=${NONE:-h} user=u":       "host=h user=u",
	} {
		if got, err := Expand(template, lookup); err != nil || got != want {
			t.Errorf("%s: %q, %v; want %q", template, got, err, want)
		}
	}
	for _, template := range []string{"${NONE}", "${", "${}", "${a b}", "${1}", "${A", "x${A:+b}"} {
		if got, err := Expand(template, lookup); fault.CodeOf(err) != fault.Config {
			t.Errorf("%s: %q, %v", template, got, err)
		}
	}
}

func FuzzRedact(f *testing.F) {
	for _, s := range []string{"postgres://u:p@h/db?password=x", "host=h password='a b'", "${A:-b}", "a?token=b&c", "x://@:@?"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, dsn string) {
		rewritten, secrets := ExtractSecrets("n", dsn)
		if again, more := ExtractSecrets("n", rewritten); len(more) > 0 || again != rewritten {
			t.Errorf("%q: %q still has %d secrets", dsn, rewritten, len(more))
		}
		if (len(secrets) == 0) != (Redact(dsn) == dsn) && !strings.Contains(dsn, "***") {
			t.Errorf("%q: %d secrets, but shown as %q", dsn, len(secrets), Redact(dsn))
		}
	})
}
