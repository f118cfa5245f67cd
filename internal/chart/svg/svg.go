// Package svg draws Vega-Lite specifications as pictures without a browser: it
// runs Vega in an embedded JavaScript engine.
//
// A picture depends only on the specification: not on the machine's clock, time
// zone or fonts, nor on earlier drawings. Nothing is loaded while it is drawn,
// and it loads and runs nothing when it is shown.
package svg

import (
	"context"
	_ "embed"
	"runtime/metrics"
	"sync"
	"time"

	"github.com/dop251/goja"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/fault"
)

const (
	maxTime = 30 * time.Second // of drawing, without the wait for the engine and the start of the library
	maxHeap = 1 << 30          // growth while drawing; others' growth counts too, so it is ample
	maxCall = 4096             // JavaScript calls within calls
)

//go:embed prelude.js
var prelude string

//go:embed render.js
var render string

// Renderer draws one picture at a time. It loads Vega for the first and keeps
// it warm for the others. A Renderer may be used by several goroutines.
type Renderer struct {
	turn    chan struct{} // contains one token, which gives access to the engine
	engine  *engine
	maxHeap uint64
}

// NewRenderer makes a renderer; nothing is loaded before the first picture.
func NewRenderer() *Renderer {
	r := &Renderer{turn: make(chan struct{}, 1), maxHeap: maxHeap}
	r.turn <- struct{}{}
	return r
}

// engine is a JavaScript runtime with Vega in it.
type engine struct {
	runtime *goja.Runtime
	render  goja.Callable
}

// SVG draws a specification whose data are inline values, under a Vega-Lite
// configuration (a theme), which may be empty.
func (r *Renderer) SVG(ctx context.Context, spec, config []byte) (string, error) {
	for _, part := range [][]byte{spec, config} {
		if err := checkSize(part); err != nil {
			return "", err
		}
	}
	select {
	case <-r.turn:
		defer func() { r.turn <- struct{}{} }()
	case <-ctx.Done():
		return "", stopped(ctx)
	}
	if r.engine == nil {
		e, err := load()
		if err != nil {
			return "", err
		}
		r.engine = e
	}
	ctx, cancel := context.WithTimeout(ctx, maxTime)
	defer cancel()
	picture, err := r.engine.draw(ctx, string(spec), string(config), r.maxHeap)
	if ctx.Err() != nil || fault.CodeOf(err) == fault.Memory || fault.CodeOf(err) == fault.Internal {
		r.engine = nil // it was stopped anywhere, and may be left in any state
	}
	if ctx.Err() != nil {
		return "", stopped(ctx)
	}
	if err != nil {
		return "", err
	}
	return seal(ownNames(picture, spec, config))
}

func stopped(ctx context.Context) error {
	if ctx.Err() == context.DeadlineExceeded {
		return fault.Wrap(ctx.Err(), fault.SQLTimeout, "the picture was not finished within its time limit").
			WithHint("draw fewer rows, or aggregate them first")
	}
	return fault.Of(ctx.Err())
}

func load() (*engine, error) {
	runtime := goja.New()
	runtime.SetMaxCallStackSize(maxCall)
	// A picture shows data, not the moment at which it was drawn.
	runtime.SetTimeSource(func() time.Time { return time.Unix(0, 0).UTC() })
	runtime.SetRandSource(func() float64 { return 0.5 })
	scripts := []struct{ name, text string }{{"prelude.js", prelude}, {"vega.min.js", ""}, {"vega-lite.min.js", ""}, {"render.js", render}}
	var last goja.Value
	for _, s := range scripts {
		if s.text == "" {
			b, err := chart.Asset(s.name)
			if err != nil {
				return nil, err
			}
			s.text = string(b)
		}
		v, err := runtime.RunScript(s.name, s.text)
		if err != nil {
			return nil, fault.Wrap(err, fault.Internal, "the chart library does not start: %v", err).
				WithHint("build plumb again with make; if the problem persists, report it")
		}
		last = v
	}
	call, ok := goja.AssertFunction(last)
	if !ok {
		return nil, fault.New(fault.Internal, "the chart library has no drawing function")
	}
	return &engine{runtime: runtime, render: call}, nil
}

// tooMuch is what an interrupted drawing reports.
type tooMuch struct{}

// draw runs Vega until it is done, the context ends, or memory grows too far.
func (e *engine) draw(ctx context.Context, spec, config string, heap uint64) (picture string, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fault.New(fault.Internal, "the chart library failed: %v", p).WithHint("report it, with the chart's specification")
		}
	}()
	unhook := context.AfterFunc(ctx, func() { e.runtime.Interrupt(ctx.Err()) })
	defer unhook()
	done := make(chan struct{})
	var watch sync.WaitGroup
	watch.Go(func() { e.watchMemory(done, heap) })
	defer func() {
		close(done)
		watch.Wait()
		e.runtime.ClearInterrupt() // one that came after the end concerns no later drawing
	}()

	value, err := e.render(goja.Undefined(), e.runtime.ToValue(spec), e.runtime.ToValue(config))
	if err != nil {
		return "", explain(err)
	}
	promise, ok := value.Export().(*goja.Promise)
	if !ok || promise.State() == goja.PromiseStatePending {
		return "", fault.New(fault.BadData, "the chart waits for data that is never loaded").
			WithHint("give its data as inline values")
	}
	if promise.State() == goja.PromiseStateRejected {
		return "", undrawable(promise.Result().String())
	}
	result := promise.Result().ToObject(e.runtime)
	switch problem := result.Get("error"); {
	case result.Get("outside").ToBoolean():
		return "", externalDataFault()
	case !goja.IsNull(problem):
		return "", undrawable(problem.String())
	}
	return result.Get("picture").String(), nil
}

// watchMemory interrupts the drawing when the heap grows past its limit. The
// engine itself knows no limit.
func (e *engine) watchMemory(done <-chan struct{}, heap uint64) {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	start := sample[0].Value.Uint64()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-done:
			return
		case <-tick.C:
			if metrics.Read(sample); sample[0].Value.Uint64() > start+heap {
				e.runtime.Interrupt(tooMuch{})
				return
			}
		}
	}
}
