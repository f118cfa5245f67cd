package llm

import "github.com/plumbdata/plumb/internal/hide"

// maxMessage is how much of a message is told where only what it wants matters, in
// bytes.
const maxMessage = 1 << 10

// redact is the beginning of a message without what looks like a secret, the address of a
// person or a long number: what a model need not see to know what a message wants.
func redact(message string) string { return clipTo(hide.Personal(message), maxMessage) }
