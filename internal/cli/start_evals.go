package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"

	"github.com/plumbdata/plumb/internal/eval"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/server"
)

const (
	maxRuns    = 100     // evaluation runs that are listed
	maxRunLine = 1 << 20 // bytes of a record
)

// runSummary is how the questions of a run came out.
type runSummary struct {
	Questions int                `json:"questions"`
	Right     int                `json:"right"`
	Classes   map[eval.Class]int `json:"classes"`
}

// evaluations are the runs that plumb eval sql --out wrote into the folder
// where Plumb was started, or into its folder evals.
func (a *app) evaluations(ctx context.Context) ([]server.Evaluation, error) {
	var runs []server.Evaluation
	for _, dir := range []string{a.Dir, filepath.Join(a.Dir, "evals")} {
		settings, err := filepath.Glob(filepath.Join(dir, "*.run"))
		if err != nil {
			return nil, fault.Wrap(err, fault.Internal, "runs cannot be listed: %v", err)
		}
		for _, path := range settings {
			if len(runs) == maxRuns || ctx.Err() != nil {
				return runs, ctx.Err()
			}
			if run, ok := readRun(path); ok {
				runs = append(runs, run)
			}
		}
	}
	return runs, nil
}

// readRun reads a run; what is none is passed over.
func readRun(path string) (server.Evaluation, bool) {
	records := strings.TrimSuffix(path, ".run")
	info, err := os.Stat(records)
	settings, second := os.Stat(path)
	const most = 1 << 20 // bytes of settings; a run has a few hundred
	if err != nil || second != nil || !info.Mode().IsRegular() || !settings.Mode().IsRegular() || settings.Size() > most {
		return server.Evaluation{}, false
	}
	header, err := os.ReadFile(path)
	var f evalFlags
	if err != nil || json.Unmarshal(header, &f) != nil {
		return server.Evaluation{}, false
	}
	f.Dir = filepath.Base(f.Dir) // where it lies is nobody's business
	summary, err := summarise(records)
	if err != nil {
		return server.Evaluation{}, false
	}
	run := server.Evaluation{Name: filepath.Base(records), At: info.ModTime().UTC()}
	if run.Settings, err = json.Marshal(f); err == nil {
		run.Summary, err = json.Marshal(summary)
	}
	return run, err == nil
}

func summarise(path string) (runSummary, error) {
	s := runSummary{Classes: map[eval.Class]int{}}
	file, err := os.Open(path)
	if err != nil {
		return s, err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, maxRunLine)
	for lines.Scan() {
		var r eval.Record
		if json.Unmarshal(lines.Bytes(), &r) != nil {
			continue // a line that a crash cut off
		}
		s.Questions++
		s.Classes[r.Class]++
		if r.Class == eval.Right {
			s.Right++
		}
	}
	return s, lines.Err()
}
