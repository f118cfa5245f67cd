package sandbox

import (
	"fmt"
	"runtime"
	"time"
)

// Limits bound a program. Zero means the default.
type Limits struct {
	Time      time.Duration // 60 s, with the start of the process
	Memory    int64         // 512 MiB, with the tables that the program reads
	Output    int64         // 16 MiB of tables, values and printed text
	Rows      int           // 100,000 in all tables that are given back
	Steps     uint64        // 2 billion instructions of a Starlark program
	Processes int           // 64 threads; there are no other processes at all
	Files     int           // 64 open files
}

func (l Limits) withDefaults() Limits {
	return Limits{
		Time:      positive(l.Time, time.Minute),
		Memory:    positive(l.Memory, 512<<20),
		Output:    positive(l.Output, 16<<20),
		Rows:      positive(l.Rows, 100_000),
		Steps:     positive(l.Steps, 2_000_000_000),
		Processes: positive(l.Processes, 64),
		Files:     positive(l.Files, 64),
	}
}

func positive[T int | int64 | uint64 | time.Duration](value, otherwise T) T {
	if value > 0 {
		return value
	}
	return otherwise
}

// cpuSeconds is the processor time that all processors have until the time limit.
// It ends a program whose parent does not.
func (l Limits) cpuSeconds() int64 {
	return (int64(l.Time/time.Second) + 1) * int64(runtime.NumCPU())
}

func size(bytes int64) string {
	if bytes >= 1<<30 {
		return fmt.Sprintf("%.3g GiB", float64(bytes)/(1<<30))
	}
	return fmt.Sprintf("%.4g MiB", float64(bytes)/(1<<20))
}
