package server

import "strconv"

// The JSON form of OTLP, as far as it is used here.
type (
	otlpExport struct {
		Resources []otlpResource `json:"resourceSpans"`
	}
	otlpResource struct {
		Resource struct {
			Attributes []otlpAttribute `json:"attributes"`
		} `json:"resource"`
		Scopes []otlpScope `json:"scopeSpans"`
	}
	otlpScope struct {
		Scope struct {
			Name    string `json:"name"`
			Version string `json:"version"`
		} `json:"scope"`
		Spans []otlpSpan `json:"spans"`
	}
	otlpSpan struct {
		Trace      string          `json:"traceId"`
		ID         string          `json:"spanId"`
		Parent     string          `json:"parentSpanId,omitempty"`
		Name       string          `json:"name"`
		Kind       int             `json:"kind"`
		Start      string          `json:"startTimeUnixNano"`
		End        string          `json:"endTimeUnixNano"`
		Attributes []otlpAttribute `json:"attributes"`
		Status     struct {
			Code int `json:"code,omitempty"`
		} `json:"status"`
	}
	otlpAttribute struct {
		Key   string    `json:"key"`
		Value otlpValue `json:"value"`
	}
	otlpValue struct {
		Text string `json:"stringValue,omitempty"`
		Int  string `json:"intValue,omitempty"`
	}
)

const (
	otlpInternal = 1
	otlpServer   = 2
	otlpError    = 2
)

func (t *Tracer) export(batch []span) otlpExport {
	var resource otlpResource
	resource.Resource.Attributes = []otlpAttribute{{"service.name", otlpValue{Text: t.service}}, {"service.version", otlpValue{Text: t.version}}}
	var scope otlpScope
	scope.Scope.Name, scope.Scope.Version = "plumb", t.version
	for _, s := range batch {
		o := otlpSpan{
			Trace: s.trace, ID: s.id, Parent: s.parent, Name: s.name, Kind: s.kind, Attributes: list(s.attributes),
			Start: strconv.FormatInt(s.began.UnixNano(), 10), End: strconv.FormatInt(s.ended.UnixNano(), 10),
		}
		if s.failed {
			o.Status.Code = otlpError
		}
		scope.Spans = append(scope.Spans, o)
	}
	resource.Scopes = []otlpScope{scope}
	return otlpExport{Resources: []otlpResource{resource}}
}
