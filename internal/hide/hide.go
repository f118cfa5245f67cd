// Package hide hides in a text what looks like a secret, and what belongs to a person,
// before the text is kept or told.
package hide

import "github.com/plumbdata/plumb/internal/lazyregexp"

// Mark stands for what was hidden.
const Mark = "***"

var (
	credentials = lazyregexp.New(`(://)[^\s/@:]*:\S*@`)
	secrets     = lazyregexp.New(`(?i)\b((?:password|passwd|pwd|passphrase|secret|token|bearer|api[_ -]?key|access[_ -]?key)\s+)("[^"]*"|'[^']*'|\S*\d\S*)`)
	assigned    = lazyregexp.New(`(?i)\b((?:password|passwd|pwd|passphrase|secret|token|api[_ -]?key|access[_ -]?key)(?:\s*[:=]\s*|\s+is\s+))(?:"[^"]*"|'[^']*'|\S+)`)
	keys        = lazyregexp.New(`\b(?:(?:sk|pk|rk)[-_]|gh[opsu]_|github_pat_|xox[abp]-|AKIA|AIza|eyJ)[-_A-Za-z0-9.]{12,}`)
	private     = lazyregexp.New(`-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)`)
	mails       = lazyregexp.New(`[\w.+-]+@[\w-]+(?:\.[\w-]+)+`)
	numbers     = lazyregexp.New(`\+?\b(?:\d[./-]?){9,}\b|\+\d(?:[ ./-]?\d){7,}\b|\b(?:\d{4} ){3}\d{4}\b|\b[A-Z]{2}\d{2}(?: ?\w{4}){3,}\b`) // of accounts, telephones and cards
)

// Secrets hides passwords, keys and tokens.
func Secrets(text string) string {
	text = credentials.ReplaceAllString(text, "${1}"+Mark+"@")
	text = assigned.ReplaceAllString(text, "${1}"+Mark)
	text = secrets.ReplaceAllString(text, "${1}"+Mark)
	text = private.ReplaceAllString(text, Mark)
	return keys.ReplaceAllString(text, Mark)
}

// Personal hides secrets, addresses of people, and long numbers such as those of accounts.
func Personal(text string) string {
	text = mails.ReplaceAllString(Secrets(text), Mark)
	return numbers.ReplaceAllString(text, Mark)
}
