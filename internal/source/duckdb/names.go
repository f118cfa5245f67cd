package duckdb

import "strings"

// Identifier is a name as SQL writes it.
func Identifier(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// Literal is a text as SQL writes it.
func Literal(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }
