package modeltest

// What the services take today and the stored descriptions do not have. Each is
// in the official SDK, which is made from the current description; the list
// shrinks when newer descriptions are stored.

const noField = "there is no such field"

var anthropicNewer = []newer{
	{"thinking", noField}, // extended thinking
	{"messages.*.content.*", "there is no such kind as thinking"},
	{"messages.*.content.*", "there is no such kind as redacted_thinking"},
}

var geminiNewer = []newer{
	{"generationConfig.seed", noField},
	{"generationConfig.thinkingConfig", noField},
	{"tools.*.functionDeclarations.*.parametersJsonSchema", noField}, // JSON schema as it is, beside Google's subset
	{"contents.*.parts.*.functionCall.id", noField},
	{"contents.*.parts.*.functionResponse.id", noField},
	{"contents.*.parts.*.thought", noField},
	{"contents.*.parts.*.thoughtSignature", noField},
}
