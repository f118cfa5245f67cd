// Package render turns a form into SQL for SQLite, DuckDB or PostgreSQL, and
// into plain words.
//
// A form names the tables that matter; Plan finds the joins between them over
// the database's keys. Render writes one SELECT. The same form gives the same
// result on every engine: text for months and quarters, real division, null
// where a divisor is zero, ranges that include their first day and exclude the
// day after their last. Words says what the form asks, clause by clause, so
// that a person can see how a question was understood.
package render
