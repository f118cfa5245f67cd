package stats

import (
	"math"

	"github.com/plumbdata/plumb/internal/fault"
)

const (
	clusterRestarts = 10
	clusterRounds   = 300
	clusterSample   = 5000 // rows that restarts compete on
	clusterProgress = 1e-7 // of the inertia, below which a run ends
	// SilhouetteRows is how many rows a silhouette is computed from at most; its
	// effort grows with their square.
	SilhouetteRows = 2000
)

// Clusters assigns rows to the nearest of K centers.
type Clusters struct {
	K       int
	Labels  []int       // by row
	Centers [][]float64 // by cluster, then by column
	Sizes   []int
	Inertia float64 // sum of squared distances to the centers
}

// KMeans finds k clusters of rows with small squared distances to their
// centers: the best of ten runs of Lloyd's algorithm from k-means++ starts. Of
// more than 5000 rows, a sample decides which start is best. Columns with larger values count more, unless they were standardized. It
// needs k distinct rows. The same seed gives the same clusters.
func KMeans(columns [][]float64, k int, seed uint32) (*Clusters, error) {
	rows, err := rowsOf(columns)
	if err != nil {
		return nil, err
	}
	return kmeans(rows, k, seed)
}

func rowsOf(columns [][]float64) ([][]float64, error) {
	if len(columns) == 0 {
		return nil, checkRows(columns, 0)
	}
	n, p := len(columns[0]), len(columns)
	if err := checkRows(columns, n); err != nil {
		return nil, err
	}
	rows, flat := make([][]float64, n), make([]float64, n*p)
	for i := range rows {
		rows[i] = flat[i*p : (i+1)*p]
		for j := range columns {
			rows[i][j] = columns[j][i]
		}
	}
	return rows, nil
}

func kmeans(rows [][]float64, k int, seed uint32) (*Clusters, error) {
	if k < 1 {
		return nil, fault.New(fault.Usage, "%d clusters cannot be made", k).WithHint("ask for at least two clusters")
	}
	random, sample := newTwister(seed), sampleOf(rows, clusterSample, seed)
	var best *Clusters
	for range clusterRestarts {
		centers := spreadCenters(sample, k, random)
		if len(centers) < k && len(sample) < len(rows) {
			sample, best = rows, nil
			centers = spreadCenters(sample, k, random)
		}
		if len(centers) < k {
			return nil, fault.New(fault.Usage, "%d clusters cannot be made of %d distinct rows", k, len(centers)).
				WithHint("ask for fewer clusters, or for more rows")
		}
		c := lloyd(sample, centers)
		if best == nil || c.Inertia < best.Inertia {
			best = c
		}
	}
	if len(sample) < len(rows) {
		best = lloyd(rows, best.Centers)
	}
	return best, nil
}

func sampleOf(rows [][]float64, most int, seed uint32) [][]float64 {
	if len(rows) <= most {
		return rows
	}
	sample := make([][]float64, most)
	for s, i := range Permutation(len(rows), seed)[:most] {
		sample[s] = rows[i]
	}
	return sample
}

func squaredDistance(a, b []float64) float64 {
	s := 0.0
	for i, v := range a {
		d := v - b[i]
		s += d * d
	}
	return s
}

// spreadCenters chooses k rows, each with a probability by its squared distance
// from those before it (k-means++). It returns fewer if no more are distinct.
func spreadCenters(rows [][]float64, k int, random *twister) [][]float64 {
	distance := make([]float64, len(rows))
	for i := range distance {
		distance[i] = 1
	}
	var centers [][]float64
	for len(centers) < k {
		total := Sum(distance)
		if !(total > 0) {
			break
		}
		at, left := -1, random.float64()*total
		for i, d := range distance {
			if d > 0 {
				at = i
				if left -= d; left < 0 {
					break
				}
			}
		}
		center := append([]float64(nil), rows[at]...)
		for i, row := range rows {
			d := squaredDistance(row, center)
			if len(centers) == 0 || d < distance[i] {
				distance[i] = d
			}
		}
		centers = append(centers, center)
	}
	return centers
}

// lloyd moves the centers to the means of their rows until that changes nothing
// more, or next to nothing.
func lloyd(rows, centers [][]float64) *Clusters {
	c := &Clusters{K: len(centers), Labels: make([]int, len(rows)), Centers: centers}
	for i := range c.Labels {
		c.Labels[i] = -1
	}
	c.Inertia = math.Inf(1)
	for round := range clusterRounds {
		changed, farthest, most, before := false, 0, -1.0, c.Inertia
		c.Inertia, c.Sizes = 0, make([]int, c.K)
		for i, row := range rows {
			nearest, least := 0, math.Inf(1)
			for k, center := range centers {
				if d := squaredDistance(row, center); d < least {
					nearest, least = k, d
				}
			}
			if least > most {
				farthest, most = i, least
			}
			changed = changed || c.Labels[i] != nearest
			c.Labels[i] = nearest
			c.Sizes[nearest]++
			c.Inertia += least
		}
		if !changed || before-c.Inertia < clusterProgress*c.Inertia || round == clusterRounds-1 {
			break
		}
		c.moveCenters(rows, farthest)
	}
	return c
}

// moveCenters moves each center to the mean of its rows, and one without rows
// to the row that is farthest from its own.
func (c *Clusters) moveCenters(rows [][]float64, farthest int) {
	for k := range c.Centers {
		if c.Sizes[k] > 0 {
			clear(c.Centers[k])
		} else {
			copy(c.Centers[k], rows[farthest])
		}
	}
	for i, row := range rows {
		k := c.Labels[i]
		addScaled(c.Centers[k], 1/float64(c.Sizes[k]), row)
	}
}

// Silhouette says how well clusters are separated: the mean, over rows, of how
// much nearer a row is to its own cluster than to the next one, from -1 to 1.
// Of more than SilhouetteRows rows, a sample by seed is used. It needs two
// clusters, and fewer than rows.
func Silhouette(columns [][]float64, labels []int, seed uint32) (float64, error) {
	rows, err := rowsOf(columns)
	if err != nil {
		return 0, err
	}
	if err := checkRows(columns, len(labels)); err != nil {
		return 0, err
	}
	return silhouette(rows, labels, seed)
}

func silhouette(rows [][]float64, labels []int, seed uint32) (float64, error) {
	sample := Permutation(len(rows), seed)
	sample = sample[:min(len(sample), SilhouetteRows)]
	var sizes []float64
	number, cluster := map[int]int{}, make([]int, len(sample)) // clusters by their first row
	for s, i := range sample {
		if _, known := number[labels[i]]; !known {
			number[labels[i]] = len(sizes)
			sizes = append(sizes, 0)
		}
		cluster[s] = number[labels[i]]
		sizes[cluster[s]]++
	}
	if len(sizes) < 2 || len(sizes) >= len(sample) {
		return 0, fault.New(fault.Usage, "a silhouette needs at least two clusters and fewer than rows; there are %d of %d rows", len(sizes), len(sample)).
			WithHint("ask for another number of clusters")
	}
	total, distance := 0.0, make([]float64, len(sizes))
	for s, i := range sample {
		own := cluster[s]
		if sizes[own] == 1 {
			continue
		}
		clear(distance)
		for t, j := range sample {
			distance[cluster[t]] += math.Sqrt(squaredDistance(rows[i], rows[j]))
		}
		a, b := distance[own]/(sizes[own]-1), math.Inf(1)
		for k, d := range distance {
			if k != own {
				b = min(b, d/sizes[k])
			}
		}
		if a != b {
			total += (b - a) / max(a, b)
		}
	}
	return total / float64(len(sample)), nil
}

// ChooseClusters runs KMeans for every number of clusters in a range, from 2 on,
// and returns the clusters with the largest silhouette, and all silhouettes by
// number. Numbers of clusters that the rows do not allow are left out.
func ChooseClusters(columns [][]float64, least, most int, seed uint32) (*Clusters, map[int]float64, error) {
	rows, err := rowsOf(columns)
	if err != nil {
		return nil, nil, err
	}
	if least < 2 || most < least {
		return nil, nil, fault.New(fault.Usage, "from %d to %d is not a range of numbers of clusters", least, most).WithHint("ask for a range such as 2 to 8")
	}
	var best *Clusters
	scores := map[int]float64{}
	for k := least; k <= most; k++ {
		c, err := kmeans(rows, k, seed)
		var score float64
		if err == nil {
			score, err = silhouette(rows, c.Labels, seed)
		}
		if err != nil && best == nil {
			return nil, nil, err
		} else if err != nil {
			break
		}
		if best == nil || score > scores[best.K] {
			best = c
		}
		scores[k] = score
	}
	return best, scores, nil
}
