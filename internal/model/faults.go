package model

import "github.com/plumbdata/plumb/internal/fault"

// What can go wrong with a model. An adapter turns its provider's errors into
// faults of these codes; no message holds a key or what the person asked.
const (
	Auth         fault.Code = "LLM_AUTH"         // the key is missing, wrong, or may not use the model
	UnknownModel fault.Code = "LLM_UNKNOWN"      // the provider has no such model
	RateLimit    fault.Code = "LLM_RATE_LIMIT"   // too many requests or tokens
	Overloaded   fault.Code = "LLM_OVERLOADED"   // the provider cannot keep up
	Timeout      fault.Code = "LLM_TIMEOUT"      // it took longer than it may
	ContextSize  fault.Code = "LLM_CONTEXT_SIZE" // more than the model can read
	Refusal      fault.Code = "LLM_REFUSAL"      // the model would not answer
	Malformed    fault.Code = "LLM_MALFORMED"    // what came cannot be used
	CutStream    fault.Code = "LLM_CUT"          // the stream ended before the answer did
	Network      fault.Code = "LLM_NETWORK"      // the provider cannot be reached
	BadRequest   fault.Code = "LLM_REQUEST"      // the provider refused the request
)
