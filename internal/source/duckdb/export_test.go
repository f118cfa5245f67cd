package duckdb

import "time"

// TakeTime lets statistics take as long as a busy machine needs.
func (s *Source) TakeTime() { s.budget = budget{all: time.Hour, table: time.Hour} }
