package stats

import "testing"

func benchmarkColumns(n, p int) [][]float64 {
	r := random()
	columns := make([][]float64, p)
	for j := range columns {
		columns[j] = normals(r, n)
	}
	return columns
}

func BenchmarkVariance(b *testing.B) {
	x := normals(random(), 100_000)
	for b.Loop() {
		Variance(x)
	}
}

func BenchmarkKendallTauB(b *testing.B) {
	c := benchmarkColumns(100_000, 2)
	for b.Loop() {
		if _, err := KendallTauB(c[0], c[1]); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkMannWhitneyExact(b *testing.B) {
	for b.Loop() {
		mannWhitneyExact(8, 100_000, 400_000)
	}
}

func BenchmarkShapiroWilk(b *testing.B) {
	x := normals(random(), 5000)
	for b.Loop() {
		if _, err := ShapiroWilk(x); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkKolmogorovExact(b *testing.B) {
	for b.Loop() {
		KolmogorovSurvival(0.06, 1000)
	}
}

func BenchmarkFitLinear(b *testing.B) {
	c := benchmarkColumns(100_000, 11)
	for b.Loop() {
		if _, err := FitLinear(c[:10], c[10]); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkFitLogistic(b *testing.B) {
	c := benchmarkColumns(100_000, 11)
	for _, classes := range []int{2, 5} {
		codes := AssignBins(c[10], []float64{-9, -1, 0, 1, 2, 9}, true)
		for i := range codes {
			codes[i] %= classes
		}
		b.Run(map[int]string{2: "two", 5: "five"}[classes], func(b *testing.B) {
			for b.Loop() {
				if _, err := FitLogistic(c[:10], codes, classes, DefaultC); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkKMeans(b *testing.B) {
	c := benchmarkColumns(100_000, 5)
	for b.Loop() {
		if _, err := KMeans(c, 5, 1); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSilhouette(b *testing.B) {
	c := benchmarkColumns(100_000, 5)
	labels := make([]int, 100_000)
	for i := range labels {
		labels[i] = i % 5
	}
	for b.Loop() {
		if _, err := Silhouette(c, labels, 1); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPermutation(b *testing.B) {
	for b.Loop() {
		Permutation(1_000_000, 42)
	}
}

func BenchmarkFindAnomalies(b *testing.B) {
	y := season(10_000, 7, 1, 0)
	for b.Loop() {
		if _, err := FindAnomalies(y, 0, DefaultRobustZ); err != nil {
			b.Fatal(err)
		}
	}
}
