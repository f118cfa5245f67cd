package sandbox

import (
	"os/exec"
	"testing"
)

// BenchmarkStart starts a sandbox and runs an empty program in it.
func BenchmarkStart(b *testing.B) {
	for _, size := range []struct {
		name  string
		bytes int
	}{{"small parent", 0}, {"1 GiB parent", 1 << 30}} {
		b.Run(size.name, func(b *testing.B) {
			ballast := make([]byte, size.bytes)
			for i := 0; i < len(ballast); i += 4096 {
				ballast[i] = 1
			}
			o := options(b)
			for b.Loop() {
				if _, err := Run(b.Context(), starlarkProgram("", nil), o); err != nil {
					b.Fatal(err)
				}
			}
			if size.bytes > 0 && ballast[0] != 1 {
				b.Fatal("it is needed until here")
			}
		})
	}
}

// BenchmarkStartPython does so with Python.
func BenchmarkStartPython(b *testing.B) {
	o := options(b)
	o.Python = python3(b)
	for b.Loop() {
		if _, err := Run(b.Context(), Program{Language: Python}, o); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkTrue is the baseline: a process that does nothing.
func BenchmarkTrue(b *testing.B) {
	for b.Loop() {
		if err := exec.CommandContext(b.Context(), "/bin/true").Run(); err != nil {
			b.Fatal(err)
		}
	}
}
