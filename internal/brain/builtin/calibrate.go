package builtin

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"sync"
)

// Calibration says how often an answer with some evidence is right, and how often the
// data cannot answer the question: two regressions that train/cmd/calibrate fits to databases
// that the parser never saw.
type Calibration struct {
	Fitted     []Fitted   `json:"fitted"` // what it was fitted to
	Penalty    float64    `json:"penalty"`
	Error      float64    `json:"error"` // how far off it is, each half of the databases judged by the fit to the other
	Regression            // that the answer is right
	Lacking    Regression `json:"lacking"` // that the data lack what is asked for
}

// Regression is a logistic regression.
type Regression struct {
	Bias     float64   `json:"bias"`
	Features []Weighed `json:"features"`
}

// Fitted is a set of questions that a calibration was fitted to.
type Fitted struct {
	Suite     string `json:"suite"`
	Split     string `json:"split"`
	Brain     string `json:"brain"`
	Databases int    `json:"databases"`
	Answers   int    `json:"answers"`
	Right     int    `json:"right"`
}

// Weighed is what a feature counts for, in units of its own spread.
type Weighed struct {
	Name   string  `json:"name"`
	Mean   float64 `json:"mean"`
	Scale  float64 `json:"scale"`
	Weight float64 `json:"weight"`
}

// Probability is that of what was fitted, with this evidence.
func (r *Regression) Probability(evidence []float64) float64 {
	z := r.Bias
	for i, f := range r.Features {
		z += f.Weight * f.Standard(evidence[i])
	}
	return 1 / (1 + math.Exp(-z))
}

// Standard is a feature's number in units of its spread. What is far from all
// that was fitted to says no more than the farthest of it.
func (w Weighed) Standard(v float64) float64 {
	const farthest = 4
	return max(-farthest, min(farthest, (v-w.Mean)/w.Scale))
}

//go:embed calibration.json
var calibrationFile []byte

// calibration is the one that comes with the weights.
var calibration = sync.OnceValue(func() *Calibration {
	c, err := readCalibration(calibrationFile)
	if err != nil {
		panic("builtin: calibration.json: " + err.Error()) // a mistake of the build, as its test says
	}
	return c
})

// readCalibration puts the features of a file into the order of the evidence.
// One that the file does not know counts for nothing, so that a brain with new
// evidence can be asked before the calibration is fitted to it.
func readCalibration(file []byte) (*Calibration, error) {
	c := &Calibration{}
	if err := json.Unmarshal(file, c); err != nil {
		return nil, err
	}
	if err := c.order(); err != nil {
		return nil, err
	}
	return c, c.Lacking.order()
}

func (r *Regression) order() error {
	known := map[string]Weighed{}
	for _, f := range r.Features {
		if f.Scale <= 0 {
			return fmt.Errorf("%q has no scale", f.Name)
		}
		known[f.Name] = f
	}
	r.Features = nil
	for _, name := range featureNames {
		f, ok := known[name]
		if !ok {
			f = Weighed{Name: name, Scale: 1}
		}
		r.Features = append(r.Features, f)
	}
	return nil
}
