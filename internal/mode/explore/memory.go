package explore

import (
	"slices"
	"strings"
	"sync"
)

// Memory is what a conversation remembers between questions: the statements
// that did not work, the oldest first. It may be used by many goroutines.
type Memory struct {
	mu     sync.Mutex
	failed []Failed
}

// Failed is a statement that did not work, and why.
type Failed struct{ SQL, Reason string }

const (
	maxFailed       = 10
	longestFailed   = 2000 // bytes of a statement
	longestReported = 500  // bytes of a reason
)

// add remembers a failure. The same statement is remembered once, with what was
// last said of it; the oldest is forgotten.
func (m *Memory) add(sql, reason string) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	f := Failed{clip(strings.TrimSpace(sql), longestFailed), clip(reason, longestReported)}
	m.failed = slices.DeleteFunc(m.failed, func(x Failed) bool { return x.SQL == f.SQL })
	m.failed = append(m.failed, f)
	m.failed = slices.Clone(m.failed[max(0, len(m.failed)-maxFailed):])
}

// Failed lists what is remembered.
func (m *Memory) Failed() []Failed {
	if m == nil {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.failed)
}

// clip shortens a text to at most n bytes, and says so.
func clip(text string, n int) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	if len(text) <= n {
		return text
	}
	return strings.ToValidUTF8(text[:n], "") + "…"
}
