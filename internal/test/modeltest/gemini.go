package modeltest

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
)

// geminiWire is the Gemini API, and the same models on Vertex AI.
type geminiWire struct{}

const (
	geminiFields = "contents systemInstruction tools toolConfig generationConfig safetySettings cachedContent model labels serviceTier store"
	geminiConfig = "temperature topP topK candidateCount maxOutputTokens stopSequences responseMimeType responseSchema responseJsonSchema " +
		"presencePenalty frequencyPenalty responseLogprobs logprobs seed thinkingConfig responseModalities speechConfig mediaResolution " +
		"audioTimestamp enableEnhancedCivicAnswers routingConfig modelSelectionConfig"
	geminiSchema = "anyOf default description enum example format items maxItems maxLength maxProperties maximum minItems minLength " +
		"minProperties minimum nullable pattern properties propertyOrdering required title type"
	geminiTypes = "TYPE_UNSPECIFIED STRING NUMBER INTEGER BOOLEAN ARRAY OBJECT NULL"
)

var (
	geminiPath = regexp.MustCompile(`^/(?:v1|v1beta|v1beta1)/(?:projects/[^/]+/locations/[^/]+/)?(?:publishers/google/)?models(?:/([^/:]+):([a-zA-Z]+))?$`)
	geminiName = regexp.MustCompile(`^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$`)
)

func (geminiWire) read(r *Request, o Options) *Failure {
	r.Key = geminiKey(r)
	match := geminiPath.FindStringSubmatch(r.Path)
	if match == nil {
		return &Failure{Kind: UnknownPath}
	}
	r.Model = match[1]
	vertex := strings.Contains(r.Path, "/projects/")
	method := match[2]
	switch method {
	case "streamGenerateContent":
		r.Endpoint, r.Stream = Chat, true
	case "generateContent":
		r.Endpoint = Chat
	case "embedContent", "batchEmbedContents", "predict":
		r.Endpoint = Embed
	case "":
		r.Endpoint = Models
	default:
		return &Failure{Kind: UnknownPath}
	}
	if (r.Method == http.MethodGet) != (method == "") {
		return &Failure{Kind: UnknownPath}
	}
	if f := checkKey(r, o); f != nil {
		return f
	}
	if r.Endpoint == Models {
		r.known = o.Models
		return nil
	}
	if f := checkModel(r, o); f != nil {
		return f
	}
	if r.Stream && !strings.Contains(r.Query, "alt=sse") {
		return &Failure{Kind: BadRequest, Message: "modeltest streams server-sent events only: ask with alt=sse"}
	}
	root, err := parseTree(r.Body)
	if err != nil {
		return &Failure{Kind: BadRequest, Message: "Invalid JSON payload received. " + err.Error()}
	}
	root.value = camel(root.value)
	readGeminiBody(root, r, method, vertex)
	if p := root.problem(); p != nil {
		return geminiRefusal(p)
	}
	return nil
}

func geminiKey(r *Request) string {
	if key := r.Header.Get("X-Goog-Api-Key"); key != "" {
		return key
	}
	if token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		return token
	}
	for _, pair := range strings.Split(r.Query, "&") {
		if key, ok := strings.CutPrefix(pair, "key="); ok {
			return key
		}
	}
	return ""
}

// free are the fields whose insides are the caller's own: their names stay.
const free = "args response parametersJsonSchema responseJsonSchema properties default example labels"

// camel spells field names as the published description does: the service takes
// both spellings.
func camel(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for name, e := range v {
			spelled := camelName(name)
			switch {
			case spelled == "properties":
				out[spelled] = camelSchemas(e)
			case containsWord(free, spelled):
				out[spelled] = e
			default:
				out[spelled] = camel(e)
			}
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = camel(e)
		}
		return out
	}
	return v
}

// camelSchemas keeps the names of properties and spells the schemas in them.
func camelSchemas(v any) any {
	m, ok := v.(map[string]any)
	if !ok {
		return v
	}
	out := make(map[string]any, len(m))
	for name, e := range m {
		out[name] = camel(e)
	}
	return out
}

func camelName(name string) string {
	first, rest, found := strings.Cut(name, "_")
	for found && rest != "" {
		var word string
		word, rest, found = strings.Cut(rest, "_")
		if word != "" {
			first += strings.ToUpper(word[:1]) + word[1:]
		}
	}
	return first
}

func geminiRefusal(p *problem) *Failure {
	field := openaiName(p.path)
	f := &Failure{Kind: BadRequest, Field: field, Message: p.text}
	switch p.kind {
	case "unknown":
		f.Message = fmt.Sprintf("Invalid JSON payload received. Unknown name \"%s\" at '%s': Cannot find field.", p.text, openaiName(p.path[:len(p.path)-1]))
	case "missing":
		f.Message = fmt.Sprintf("* GenerateContentRequest.%s: %s is not specified\n", field, p.text)
	case "type":
		f.Message = fmt.Sprintf("Invalid value at '%s' (expected %s)", field, p.text)
	}
	return f
}

func readGeminiBody(n node, r *Request, method string, vertex bool) {
	switch method {
	case "embedContent":
		if vertex {
			n.fields("content title taskType outputDimensionality autoTruncate embedContentConfig").need("content")
		} else {
			n.fields("model content title taskType outputDimensionality").need("content")
		}
		readGeminiText(n, r)
	case "batchEmbedContents":
		r.many = true
		requests := n.fields("requests").child("requests").list()
		if len(requests) == 0 {
			n.child("requests").refuse("* BatchEmbedContentsRequest.requests: at least one request is required\n")
		}
		for _, q := range requests {
			q.fields("model content title taskType outputDimensionality").need("model", "content")
			readGeminiText(q, r)
		}
	case "predict":
		r.predict = true
		n.fields("instances parameters").need("instances")
		for _, i := range n.child("instances").list() {
			i.fields("content taskType title").need("content")
			r.Texts = append(r.Texts, i.child("content").text())
		}
	default:
		readGemini(n, r)
	}
}

func readGeminiText(n node, r *Request) {
	if d := n.child("outputDimensionality").integer(); d != nil {
		r.dimensions = int(*d)
	}
	text := ""
	for _, p := range n.child("content").fields("parts role").child("parts").list() {
		text += p.fields("text").child("text").text()
	}
	if text == "" {
		n.refuse("* EmbedContentRequest.content: content is empty\n")
	}
	r.Texts = append(r.Texts, text)
}

func readGemini(n node, r *Request) {
	n.fields(geminiFields).need("contents")
	config := n.child("generationConfig")
	if config.value != nil {
		config.fields(geminiConfig)
		readGeminiConfig(config, r)
	}
	if system := n.child("systemInstruction"); system.value != nil {
		system.fields("parts role")
		for _, p := range system.child("parts").list() {
			p.fields("text")
			r.System = append(r.System, Block{Text: p.child("text").text()})
		}
	}
	readGeminiTools(n, r)
	readGeminiContents(n, r)
}

func readGeminiConfig(n node, r *Request) {
	if r.Temperature = n.child("temperature").number(); r.Temperature != nil && (*r.Temperature < 0 || *r.Temperature > 2) {
		n.refuse("* GenerateContentRequest.generation_config.temperature: temperature must be in the range [0.0, 2.0].\n")
	}
	if tokens := n.child("maxOutputTokens").integer(); tokens != nil {
		if r.MaxTokens = int(*tokens); *tokens < 1 {
			n.refuse("* GenerateContentRequest.generation_config.max_output_tokens: max_output_tokens must be positive.\n")
		}
	}
	if r.Stop = n.child("stopSequences").texts(); len(r.Stop) > 5 {
		n.refuse("* GenerateContentRequest.generation_config.stop_sequences: at most 5 stop sequences may be given, found %d.\n", len(r.Stop))
	}
	if r.Seed = n.child("seed").integer(); r.Seed != nil && int64(int32(*r.Seed)) != *r.Seed {
		n.refuse("Invalid value at 'generation_config.seed' (TYPE_INT32), %d", *r.Seed)
	}
	if thinking := n.child("thinkingConfig"); thinking.value != nil {
		thinking.fields("includeThoughts thinkingBudget thinkingLevel")
	}
}

func readGeminiTools(n node, r *Request) {
	for _, t := range n.child("tools").list() {
		t.fields("functionDeclarations googleSearch googleSearchRetrieval codeExecution urlContext computerUse fileSearch googleMaps")
		for _, f := range t.child("functionDeclarations").list() {
			f.fields("name description parameters parametersJsonSchema response responseJsonSchema behavior").need("name")
			name := f.child("name").text()
			if !geminiName.MatchString(name) {
				f.refuse("* GenerateContentRequest.%s.name: Invalid function name. Must start with a letter or an underscore.\n", openaiName(f.path))
			}
			if r.hasTool(name) {
				f.refuse("Duplicate function declaration found: %s", name)
			}
			schema := readGeminiSchema(f, name)
			r.Tools = append(r.Tools, Tool{Name: name, Description: f.child("description").text(), Schema: schema.raw()})
		}
	}
	readGeminiChoice(n.child("toolConfig"), r)
}

func readGeminiSchema(f node, name string) node {
	if f.set("parameters") && f.set("parametersJsonSchema") {
		f.refuse("Only one of parameters and parameters_json_schema may be set for function %s", name)
	}
	if schema := f.child("parametersJsonSchema"); schema.value != nil {
		if schema.child("type").value != "object" {
			f.refuse("* GenerateContentRequest.%s.parameters_json_schema: schema must be of type object.\n", openaiName(f.path))
		}
		checkSchema(schema, func(at node, why string) {
			f.refuse("* GenerateContentRequest.%s: invalid schema: %s\n", openaiName(at.path), why)
		})
		return schema
	}
	schema := f.child("parameters")
	if schema.value == nil {
		return schema
	}
	if !strings.EqualFold(schema.child("type").text(), "object") {
		f.refuse("* GenerateContentRequest.%s.parameters.type: schema must be of type OBJECT.\n", openaiName(f.path))
	}
	checkGeminiSchema(schema)
	return schema
}

// checkGeminiSchema holds a schema to the provider's own subset.
func checkGeminiSchema(n node) {
	n.fields(geminiSchema)
	kind := strings.ToUpper(n.child("type").text())
	if kind != "" && !containsWord(geminiTypes, kind) {
		n.refuse("Invalid value at '%s.type' (type.googleapis.com/google.ai.generativelanguage.v1beta.Type), \"%s\"", openaiName(n.path), kind)
	}
	properties, _ := n.child("properties").value.(map[string]any)
	if kind == "OBJECT" && len(properties) == 0 {
		n.refuse("* GenerateContentRequest.%s.properties: should be non-empty for OBJECT type\n", openaiName(n.path))
	}
	for _, name := range sortedKeys(properties) {
		checkGeminiSchema(n.child("properties").child(name))
	}
	for _, name := range n.child("required").texts() {
		if properties[name] == nil {
			n.refuse("* GenerateContentRequest.%s.required: property '%s' is not defined\n", openaiName(n.path), name)
		}
	}
	if kind == "ARRAY" && !n.set("items") {
		n.refuse("* GenerateContentRequest.%s.items: missing field.\n", openaiName(n.path))
	}
	if n.set("items") {
		checkGeminiSchema(n.child("items"))
	}
	for _, e := range n.child("anyOf").list() {
		checkGeminiSchema(e)
	}
	if values := n.child("enum").texts(); len(values) > 0 && kind != "STRING" {
		n.refuse("* GenerateContentRequest.%s.enum: only allowed for STRING type\n", openaiName(n.path))
	}
}

func readGeminiChoice(n node, r *Request) {
	if n.value == nil {
		return
	}
	c := n.fields("functionCallingConfig retrievalConfig").child("functionCallingConfig")
	if c.value == nil {
		return
	}
	c.fields("mode allowedFunctionNames streamFunctionCallArguments")
	mode, names := c.child("mode").text(), c.child("allowedFunctionNames").texts()
	switch mode {
	case "", "MODE_UNSPECIFIED", "AUTO", "NONE":
		if len(names) > 0 {
			c.refuse("* GenerateContentRequest.tool_config.function_calling_config.allowed_function_names: must be unset when mode is not ANY.\n")
		}
		return
	case "ANY", "VALIDATED":
	default:
		c.refuse("Invalid value at 'tool_config.function_calling_config.mode' (type.googleapis.com/google.ai.generativelanguage.v1beta.FunctionCallingConfig.Mode), \"%s\"", mode)
	}
	if len(r.Tools) == 0 {
		c.refuse("Function calling config is set without function_declarations.")
	}
	for _, name := range names {
		if !r.hasTool(name) {
			c.refuse("* GenerateContentRequest.tool_config.function_calling_config.allowed_function_names: %s is not a declared function.\n", name)
		}
	}
	if r.Force = "any"; len(names) == 1 {
		r.Force = names[0]
	}
}
