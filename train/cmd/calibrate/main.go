// Command calibrate fits how sure the built-in brain is to how often it is
// right.
//
//	calibrate [-out internal/brain/builtin/calibration.json] [-l2 N] [-folds N] JOURNAL …
//
// A journal is what plumb eval sql --out wrote, over databases that the parser
// was not trained on. What it holds of each answer — the evidence — is weighed
// by a logistic regression. Every figure that is printed is of databases that
// the weights behind it were not fitted to: the databases are divided in two, or
// in so many parts, by a hash of their names, and each part is judged by the fit
// to the others. The file is fitted to all. A second regression says how probable it is
// that the data cannot answer a question.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"log"
	"os"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/builtin"
)

func main() {
	log.SetFlags(0)
	out := flag.String("out", "", "file to write the fit to all databases to; none: only report")
	penalty := flag.Float64("l2", 30, "how much large weights cost")
	folds := flag.Int("folds", 2, "parts that the databases are divided into")
	loose := flag.String("loose", "", "folders, with commas between, whose answers may have columns more or fewer: people get these as well")
	flag.Parse()
	if err := run(*out, *penalty, *folds, strings.Split(*loose, ","), flag.Args()); err != nil {
		log.Fatal(err)
	}
}

func run(out string, penalty float64, folds int, loose, journals []string) error {
	if len(journals) == 0 {
		return errors.New("give the journals that plumb eval sql --out wrote")
	}
	if folds < 2 {
		return errors.New("databases are divided into two parts at least")
	}
	var all []sample
	var from []builtin.Fitted
	for _, path := range journals {
		part, about, err := load(path, loose)
		if err != nil {
			return err
		}
		all, from = append(all, part...), append(from, about)
	}
	balance(all)
	crossed := isRight.cross(all, penalty, folds)
	report(os.Stdout, all, crossed)
	reportLacking(os.Stdout, all, isLacking.cross(all, penalty, folds))
	if out == "" {
		return nil
	}
	c := &builtin.Calibration{Penalty: penalty, Fitted: from, Regression: isRight.fit(all, penalty), Lacking: isLacking.fit(all, penalty)}
	c.Error = round(calibrationError(all, crossed))
	return write(out, c)
}

func write(path string, c *builtin.Calibration) error {
	var text bytes.Buffer
	lines := json.NewEncoder(&text)
	lines.SetIndent("", "  ")
	if err := lines.Encode(c); err != nil {
		return err
	}
	return os.WriteFile(path, text.Bytes(), 0o644)
}
