// Package bench measures what Plumb promises about speed and memory, each
// figure beside a baseline from the same run, because machines differ and are
// noisy. `make bench` runs it; nothing here is part of the program.
package bench
