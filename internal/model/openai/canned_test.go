package openai

import (
	"net/http"

	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/test/modeltest"
)

// key is no key; errors must not repeat it.
const key = "sk-proj-not-a-real-key-0123456789"

// wired is the configuration with a transport that answers by itself.
func wired(c *modeltest.Canned, config Config) Config {
	if lookUp(config.Provider).needsKey() {
		config.Key = key
	}
	config.HTTPClient = &http.Client{Transport: c}
	return config
}

func over(c *modeltest.Canned, config Config) model.Model { return New(wired(c, config)) }

// said is a short answer.
const said = `data: {"choices":[{"index":0,"delta":{"role":"assistant","content":"Hi"},"finish_reason":null}]}

data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}

data: {"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":1,"total_tokens":4}}

data: [DONE]

`
