package stats

import (
	"math"
	"reflect"
	"testing"
)

// Inertia and silhouettes of iris, as scikit-learn's examples print them.
func TestClustersOfIris(t *testing.T) {
	columns, _ := iris(t)
	for _, c := range []struct {
		k                   int
		inertia, silhouette float64
	}{
		{2, 152.34795176035792, 0.681046169211746},
		{3, 78.851441426146, 0.5528190123564095},
	} {
		got, err := KMeans(columns, c.k, 1)
		noError(t, err)
		near(t, "inertia", got.Inertia, c.inertia, 1e-9)
		s, err := Silhouette(columns, got.Labels, 1)
		noError(t, err)
		near(t, "silhouette", s, c.silhouette, 1e-9)
		again, err := KMeans(columns, c.k, 1)
		noError(t, err)
		if !reflect.DeepEqual(got, again) {
			t.Error("the same seed gave other clusters")
		}
	}
	best, scores, err := ChooseClusters(columns, 2, 6, 1)
	noError(t, err)
	if best.K != 2 || len(scores) != 5 {
		t.Errorf("chose %d clusters by %v", best.K, scores)
	}
}

func TestClustersAreFound(t *testing.T) {
	r := random()
	var x, y []float64
	for i := range 4000 {
		x, y = append(x, 20*float64(i%4)+r.NormFloat64()), append(y, 15*float64(i%2)+r.NormFloat64())
	}
	best, scores, err := ChooseClusters([][]float64{x, y}, 2, 7, 3)
	noError(t, err)
	if best.K != 4 || scores[4] < 0.8 {
		t.Fatalf("chose %d clusters by %v", best.K, scores)
	}
	for i, label := range best.Labels {
		if label != best.Labels[i%4] {
			t.Fatalf("row %d is in cluster %d, and others of its kind in %d", i, label, best.Labels[i%4])
		}
		if d := math.Sqrt(squaredDistance(best.Centers[label], []float64{20 * float64(i%4), 15 * float64(i%2)})); d > 0.5 {
			t.Fatalf("center %v is %g from the truth", best.Centers[label], d)
		}
	}
}

// More rows than the restarts compete on are clustered the same, also if their
// sample misses a cluster.
func TestClustersOfManyRows(t *testing.T) {
	r := random()
	x := make([]float64, 3*clusterSample)
	for i := range x {
		x[i] = 50*float64(i%3) + r.NormFloat64()
	}
	c, err := KMeans([][]float64{x}, 3, 1)
	noError(t, err)
	for k := range c.K {
		if c.Sizes[k] != clusterSample {
			t.Errorf("cluster %d has %d rows", k, c.Sizes[k])
		}
	}
	near(t, "inertia for each row", c.Inertia/float64(len(x)), 1, 0.05)
	rare := make([]float64, 3*clusterSample)
	rare[7], rare[8] = 1, 2
	c, err = KMeans([][]float64{rare}, 3, 1)
	noError(t, err)
	if c.Inertia != 0 {
		t.Errorf("three distinct values, in clusters of %v with inertia %g", c.Sizes, c.Inertia)
	}
}

func TestSilhouetteByHand(t *testing.T) {
	// Row 0 is 1 from its own and 10 from the other; a cluster of one row counts 0.
	got, err := Silhouette([][]float64{{0, 1, 10}}, []int{7, 7, 2}, 0)
	noError(t, err)
	near(t, "silhouette", got, (9./10+8./9)/3, 1e-14)
}

func TestClusterFaults(t *testing.T) {
	_, err := KMeans([][]float64{{1, 1, 2}}, 3, 0)
	wantFault(t, "too few distinct rows", err)
	_, err = KMeans(nil, 2, 0)
	wantFault(t, "no columns", err)
	_, err = KMeans([][]float64{{1, 2}, {1}}, 2, 0)
	wantFault(t, "other lengths", err)
	_, err = KMeans([][]float64{{1, 2}}, 0, 0)
	wantFault(t, "no clusters", err)
	_, err = Silhouette([][]float64{{1, 2}}, []int{0, 0}, 0)
	wantFault(t, "one cluster", err)
	_, _, err = ChooseClusters([][]float64{{1, 2}}, 3, 2, 0)
	wantFault(t, "no range", err)
	best, scores, err := ChooseClusters([][]float64{{1, 1, 2, 2, 9, 9}}, 2, 5, 0)
	if err != nil || len(scores) != 2 || best == nil {
		t.Errorf("three distinct rows: %v, %v", scores, err)
	}
}
