package gemini

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/plumbdata/plumb/internal/model"
)

func TestCredentialsOfAServiceAccount(t *testing.T) {
	asked := 0
	issuer := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		if err := r.ParseForm(); err != nil || r.Form.Get("assertion") == "" {
			t.Errorf("asked without an assertion: %v", err)
		}
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"access_token":"t1","token_type":"Bearer","expires_in":3600}`)
	}))
	defer issuer.Close()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	file, err := json.Marshal(map[string]string{
		"type": "service_account", "project_id": "p1", "client_email": "plumb@p1.test", "token_uri": issuer.URL,
		"private_key": string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})),
	})
	if err != nil {
		t.Fatal(err)
	}
	token, err := Credentials(file, nil)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if got, err := token(t.Context()); got != "t1" || err != nil {
			t.Fatalf("got %q, %v", got, err)
		}
	}
	if asked != 1 {
		t.Fatalf("the token was made %d times", asked)
	}
}

func TestCredentialsThatCannotBeUsed(t *testing.T) {
	t.Setenv("GOOGLE_APPLICATION_CREDENTIALS", "nowhere.json")
	for _, file := range []string{"", "{", `{"type":"` + secret + `"}`, `{"type":"service_account","private_key":"` + secret + `"}`} {
		token, err := Credentials([]byte(file), nil)
		if err == nil {
			_, err = token(t.Context())
		}
		check(t, err, model.Auth, "gcloud auth application-default login")
	}
}
