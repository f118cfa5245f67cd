package stats

import (
	"math"
	"slices"
	"testing"
)

// The examples of scikit-learn's documentation.
func TestScores(t *testing.T) {
	s := NewScore([]float64{3, -0.5, 2, 7}, []float64{2.5, 0, 2, 8})
	near(t, "R²", s.R2, 0.9486081370449679, 1e-14)
	near(t, "MAE", s.MAE, 0.5, 1e-15)
	near(t, "MSE", s.MSE, 0.375, 1e-15)
	near(t, "RMSE", s.RMSE, math.Sqrt(0.375), 1e-15)
	if NewScore([]float64{2, 2}, []float64{2, 2}).R2 != 1 || NewScore([]float64{2, 2}, []float64{2, 3}).R2 != 0 || !math.IsNaN(NewScore(nil, nil).R2) {
		t.Error("R² of actual values that are the same")
	}
	auc, err := AUC([]float64{0.1, 0.4, 0.35, 0.8}, []bool{false, false, true, true})
	noError(t, err)
	near(t, "AUC", auc, 0.75, 1e-15)
	auc, err = AUC([]float64{1, 1, 1}, []bool{true, false, true})
	noError(t, err)
	near(t, "AUC of ties", auc, 0.5, 1e-15)
	_, err = AUC([]float64{1, 2}, []bool{true, true})
	wantFault(t, "one class", err)
	_, err = AUC([]float64{1}, []bool{true, false})
	wantFault(t, "other lengths", err)
}

func TestClassify(t *testing.T) {
	c, err := Classify([]int{0, 1, 2, 0, 1, 2}, []int{0, 2, 1, 0, 0, 1}, 3)
	noError(t, err)
	near(t, "macro precision", c.Macro.Precision, 2./9, 1e-14)
	near(t, "macro recall", c.Macro.Recall, 1./3, 1e-14)
	near(t, "macro F1", c.Macro.F1, 0.8/3, 1e-14)
	near(t, "weighted F1", c.Weighted.F1, 0.8/3, 1e-14)
	near(t, "accuracy", c.Accuracy, 1./3, 1e-14)
	if !slices.Equal(c.Confusion[1], []int{1, 0, 1}) || c.Classes[2] != (ClassScore{Support: 2}) {
		t.Errorf("got %+v", c)
	}
	c, err = Classify([]int{0, 1, 1, 1}, []int{0, 1, 0, 1}, 2)
	noError(t, err)
	if got := c.Classes[1]; got.Precision != 1 || math.Abs(got.Recall-2./3) > 1e-15 || math.Abs(got.F1-0.8) > 1e-15 || got.Support != 3 {
		t.Errorf("positive class: %+v", got)
	}
	near(t, "weighted recall is the accuracy", c.Weighted.Recall, c.Accuracy, 1e-14)
	c, err = Classify([]int{0, 1}, []int{0, 1}, 3)
	if err != nil || c.Macro.F1 != 1 {
		t.Errorf("with a class that does not occur: %+v, %v", c.Macro, err)
	}
	_, err = Classify(nil, nil, 2)
	wantFault(t, "no rows", err)
	_, err = Classify([]int{0, 1}, []int{0}, 2)
	wantFault(t, "other lengths", err)
}
