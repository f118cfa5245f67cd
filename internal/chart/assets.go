package chart

import (
	"embed"

	"github.com/plumbdata/plumb/internal/fault"
)

// The folder is embedded whole because its scripts are copied in by make: a
// pattern that names a file which is not there would not compile.
//
//go:embed assets
var assets embed.FS

// Asset is a file of Vega or Vega-Lite (vega.min.js, vega-lite.min.js or
// vega-lite-schema.json), or page-charts.js, by which exported pages draw charts
// as the page does.
func Asset(name string) ([]byte, error) {
	b, err := assets.ReadFile("assets/" + name)
	if err != nil {
		return nil, fault.Wrap(err, fault.Internal, "this build of plumb has no %s, so charts cannot be checked or exported as pictures", name).
			WithHint("build it with make, which fetches the file from npm")
	}
	return b, nil
}
