package config

import (
	"slices"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
)

func TestTrustedProxies(t *testing.T) {
	home := folder(t, map[string]string{"config.yaml": "server:\n  trusted_proxies: [10.0.0.5, 10.1.2.3/8, \"fd00::1/8\"]\n"})
	project := folder(t, map[string]string{"plumb.yaml": "server:\n  trusted_proxies: [0.0.0.0/0]\n"})
	c := load(t, Input{Home: t.TempDir(), Dir: project, Environ: []string{"PLUMB_HOME=" + home}})
	list, err := c.Server.Proxies()
	var got []string
	for _, p := range list {
		got = append(got, p.String())
	}
	if err != nil || !slices.Equal(got, []string{"10.0.0.5/32", "10.0.0.0/8", "fd00::/8"}) {
		t.Errorf("%v, %v", got, err)
	}
	if len(c.Diagnostics) != 1 || !strings.Contains(c.Diagnostics[0].Message, "a project may not decide what your server trusts") {
		t.Errorf("of the project's it says %+v", c.Diagnostics)
	}
	for _, bad := range []string{"proxy.example.com", "10.0.0.0/33", "10.0.0", "::ffff:10.0.0.1"} {
		_, err := Load(Input{Home: t.TempDir(), Dir: t.TempDir(), Environ: []string{"PLUMB_HOME=" + t.TempDir(), "PLUMB_SERVER_TRUSTED_PROXIES=" + bad}})
		if fault.CodeOf(err) != fault.Config || !strings.Contains(err.Error(), "PLUMB_SERVER_TRUSTED_PROXIES") || fault.Of(err).Hint == "" {
			t.Errorf("%s: %v", bad, err)
		}
	}
}
