package main

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/plumbdata/plumb/internal/test/modeltest"
)

// modelKey is the key of every scripted provider; scripts look for it where it
// must not be.
const modelKey = "sk-test-b0a71d"

// providers are the scripted providers of one script.
type providers struct {
	t       testing.TB
	servers map[string]*modeltest.Server
}

type providersKey struct{}

// setUpModels gives a script room for its providers, and keeps an Ollama that
// may run on this machine out of it.
func setUpModels(e *testscript.Env) {
	t, ok := e.T().(testing.TB)
	if !ok {
		panic("scripts run in a test")
	}
	e.Setenv("OLLAMA_HOST", "127.0.0.1:1") // where nobody listens
	e.Values[providersKey{}] = &providers{t: t, servers: map[string]*modeltest.Server{}}
}

func providersOf(ts *testscript.TestScript) *providers {
	return ts.Value(providersKey{}).(*providers)
}

// startModels is the command
//
//	models PROVIDER FILE
//
// It starts a provider that speaks as modeltest's script in FILE says, and sets
// the provider's address and key. The script fails at its end when it was asked
// something else than FILE expects, or less.
func startModels(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: models PROVIDER FILE")
	}
	format, path := modeltest.OpenAI, "/v1"
	switch args[0] {
	case "anthropic":
		format, path = modeltest.Anthropic, ""
	case "gemini":
		format, path = modeltest.Gemini, ""
	}
	p := providersOf(ts)
	server := modeltest.NewScript(p.t, format, "key "+modelKey+"\n"+ts.ReadFile(args[1]))
	p.servers[args[0]] = server
	name := strings.ToUpper(args[0])
	ts.Setenv(name+"_BASE_URL", server.URL+path)
	ts.Setenv(name+"_API_KEY", modelKey)
}

// printRequests is the command
//
//	models-requests PROVIDER [NUMBER]
//
// It waits for the request of that number and prints it as people read it, or
// prints all that have come.
func printRequests(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 || len(args) > 2 {
		ts.Fatalf("usage: models-requests PROVIDER [NUMBER]")
	}
	if len(args) == 2 {
		fmt.Fprintln(ts.Stdout(), awaitRequest(ts, args).Text())
		return
	}
	list := providersOf(ts).servers[args[0]].Requests()
	fmt.Fprintf(ts.Stdout(), "requests: %d\n", len(list))
	for i, r := range list {
		fmt.Fprintf(ts.Stdout(), "--- request %d\n%s\n", i+1, r.Text())
	}
}

// awaitClosed is the command
//
//	models-closed PROVIDER NUMBER
//
// It waits until the program has closed the connection of that request before
// the answer was complete.
func awaitClosed(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: models-closed PROVIDER NUMBER")
	}
	select {
	case <-awaitRequest(ts, args).Closed():
	case <-providersOf(ts).t.Context().Done():
		ts.Fatalf("the connection stayed open")
	}
}

func awaitRequest(ts *testscript.TestScript, args []string) *modeltest.Request {
	number, err := strconv.Atoi(args[1])
	ts.Check(err)
	p := providersOf(ts)
	server := p.servers[args[0]]
	if server == nil {
		ts.Fatalf("there is no provider %s; models starts one", args[0])
	}
	r, err := server.Wait(p.t.Context(), number)
	ts.Check(err)
	return r
}
