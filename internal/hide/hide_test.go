package hide

import "testing"

func TestSecrets(t *testing.T) {
	for text, want := range map[string]string{
		"remember that my password is hunter": "remember that my password is ***",
		"api_key=abc and the rest":            "api_key=*** and the rest",
		"postgres://ann:p@ss@db/shop":         "postgres://***@db/shop",
		"-----BEGIN RSA PRIVATE KEY-----\nMIIE\nab==\n-----END RSA PRIVATE KEY----- ok": "*** ok",
		"-----BEGIN PRIVATE KEY-----\nMIIE":                                             "***",
		"use sk-ant-0123456789abcdef":                                                   "use ***",
		"write to ann@example.com about order 1234567890123":                            "write to ann@example.com about order 1234567890123",
		"by token we mean a chip of the casino":                                         "by token we mean a chip of the casino",
		"the secret santa orders":                                                       "the secret santa orders",
	} {
		if got := Secrets(text); got != want {
			t.Errorf("%q becomes %q, not %q", text, got, want)
		}
	}
}

func TestPersonal(t *testing.T) {
	for text, want := range map[string]string{
		"write to ann@example.com": "write to ***", "order 1234567890123": "order ***",
		"call +49 170 1234567": "call ***", "password: x": "password: ***", "sales 2023 2024 2025": "sales 2023 2024 2025",
	} {
		if got := Personal(text); got != want {
			t.Errorf("%q becomes %q, not %q", text, got, want)
		}
	}
}
