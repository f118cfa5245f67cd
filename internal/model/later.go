package model

import (
	"errors"
	"time"
)

// later is an error whose sender said when to come back.
type later struct {
	error
	wait time.Duration
}

func (l *later) Unwrap() error { return l.error }

func (l *later) RetryAfter() time.Duration { return l.wait }

// After marks an error with how long the provider asks to wait before the next
// try, as its Retry-After header says.
func After(err error, wait time.Duration) error {
	if err == nil || wait <= 0 {
		return err
	}
	return &later{err, wait}
}

// RetryAfter is how long the provider asks to wait, or zero when it does not
// say.
func RetryAfter(err error) time.Duration {
	var l interface{ RetryAfter() time.Duration }
	if !errors.As(err, &l) {
		return 0
	}
	return max(0, l.RetryAfter())
}
