package modeltest

import "strings"

const geminiData = "text functionCall functionResponse inlineData fileData executableCode codeExecutionResult"

// readGeminiContents reads the turns and holds functions to the order that the
// provider insists on.
func readGeminiContents(n node, r *Request) {
	contents := n.child("contents").list()
	if n.child("contents").isList() && len(contents) == 0 {
		n.refuse("* GenerateContentRequest.contents: contents is not specified\n")
	}
	for _, c := range contents {
		c.fields("role parts")
		role := c.child("role").text()
		switch role {
		case "model":
			role = "assistant"
		case "", "user", "function":
			role = "user"
		default:
			c.refuse("Please use a valid role: user, model.")
		}
		parts := c.child("parts").list()
		if len(parts) == 0 {
			c.refuse("* GenerateContentRequest.%s.parts: contents.parts must not be empty.\n", openaiName(c.path))
		}
		message := Message{Role: role}
		for _, p := range parts {
			message.Parts = append(message.Parts, readGeminiPart(p))
		}
		r.Messages = append(r.Messages, message)
	}
	checkGeminiOrder(n, r)
	if strings.HasPrefix(r.Model, "gemini-3") {
		checkGeminiSignatures(n, r)
	}
}

func readGeminiPart(n node) Part {
	n.fields(geminiData + " thought thoughtSignature videoMetadata mediaResolution partMetadata")
	set := 0
	for _, name := range strings.Fields(geminiData) {
		if n.has(name) {
			set++
		}
	}
	part := Part{Kind: "text", Text: n.child("text").text(), Signature: n.child("thoughtSignature").text()}
	if n.child("thought").flag() {
		part.Kind = "thinking"
	}
	switch {
	case set > 1:
		n.refuse("Invalid value at '%s' (oneof), oneof field 'data' is already set.", openaiName(n.path))
	case set == 0 && part.Signature == "":
		n.refuse("* GenerateContentRequest.%s.data: required oneof field 'data' must have one initialized field\n", openaiName(n.path))
	case n.has("functionCall"):
		f := n.child("functionCall").fields("id name args partialArgs willContinue").need("name")
		part.Kind, part.ID, part.Name, part.Text = "call", f.child("id").text(), f.child("name").text(), "{}"
		if args := f.child("args"); args.value != nil {
			geminiStruct(args)
			part.Text = string(args.raw())
		}
	case n.has("functionResponse"):
		f := n.child("functionResponse").fields("id name response willContinue scheduling parts").need("name", "response")
		geminiStruct(f.child("response"))
		part.Kind, part.ID, part.Name = "result", f.child("id").text(), f.child("name").text()
		part.Text = string(f.child("response").raw())
		part.Failed = f.child("response").has("error")
		if part.Name == "" {
			n.refuse("* GenerateContentRequest.%s.function_response.name: Name cannot be empty.\n", openaiName(n.path))
		}
	}
	return part
}

// geminiStruct refuses a value that is not an object.
func geminiStruct(n node) {
	if _, ok := n.value.(map[string]any); !ok {
		n.refuse("Invalid value at '%s' (type.googleapis.com/google.protobuf.Struct)", openaiName(n.path))
	}
}

// checkGeminiOrder holds calls and responses to each other. Turns of one role
// in a row count as one.
func checkGeminiOrder(n node, r *Request) {
	calls := 0
	turns := mergeTurns(r.Messages)
	if len(turns) > 0 && turns[0].Role == "assistant" && count(turns[0], "call") > 0 {
		n.refuse("Please ensure that function call turn comes immediately after a user turn or after a function response turn.")
	}
	for _, turn := range turns {
		responses := count(turn, "result")
		switch {
		case responses > 0 && calls == 0:
			n.refuse("Please ensure that function response turn comes immediately after a function call turn.")
		case responses != calls:
			n.refuse("Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.")
		}
		if calls = 0; turn.Role == "assistant" {
			calls = count(turn, "call")
		}
	}
	if calls > 0 {
		n.refuse("Please ensure that single turn requests end with a user role or the role field is empty.")
	}
}

// checkGeminiSignatures wants the thought signatures back that came with the
// calls of the turn that is under way.
func checkGeminiSignatures(n node, r *Request) {
	for i := len(r.Messages) - 1; i >= 0; i-- {
		m := r.Messages[i]
		if m.Role == "user" && count(m, "result") == 0 {
			return
		}
		for j, p := range m.Parts {
			if p.Kind != "call" {
				continue
			}
			if p.Signature == "" {
				n.refuse("Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call `default_api:%s`, position %d.", p.Name, j+1)
			}
			break // only the first call of a turn has one
		}
	}
}

func count(m Message, kind string) int {
	k := 0
	for _, p := range m.Parts {
		if p.Kind == kind {
			k++
		}
	}
	return k
}
