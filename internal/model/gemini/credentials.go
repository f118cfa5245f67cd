package gemini

import (
	"context"
	"log/slog"
	"net/http"

	"cloud.google.com/go/auth/credentials"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
)

// Credentials makes the tokens of Vertex AI from a credentials file of Google
// Cloud: what `gcloud auth application-default login` wrote, or the key of a
// service account. Tokens are kept until they expire. A nil client is a plain
// one.
func Credentials(file []byte, client *http.Client) (func(context.Context) (string, error), error) {
	unusable := fault.New(model.Auth, "the credentials file of Google Cloud cannot be used").
		WithHint("sign in with `gcloud auth application-default login`, or check GOOGLE_APPLICATION_CREDENTIALS")
	if len(file) == 0 {
		return nil, unusable // the library would look for another
	}
	// Its own errors may quote the file.
	found, err := credentials.DetectDefault(&credentials.DetectOptions{
		Scopes:          []string{"https://www.googleapis.com/auth/cloud-platform"},
		CredentialsJSON: file,
		Client:          client,
		Logger:          slog.New(slog.DiscardHandler), // else the environment decides
	})
	if err != nil {
		return nil, unusable
	}
	return func(ctx context.Context) (string, error) {
		token, err := found.Token(ctx)
		if err != nil {
			return "", unusable
		}
		return token.Value, nil
	}, nil
}
