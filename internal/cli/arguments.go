package cli

import (
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/cobra"
)

// textsLast moves arguments that only look like flags behind a --, where they
// are taken as they are: SQL may begin with a comment, "-- per month\nSELECT …".
func textsLast(root *cobra.Command, args []string) []string {
	cmd, isValue := root, false
	var rest, texts []string
	for i, arg := range args {
		switch {
		case isValue:
			rest, isValue = append(rest, arg), false
		case arg == "--":
			return slices.Concat(rest, []string{"--"}, texts, args[i+1:])
		case isText(cmd, arg):
			texts = append(texts, arg)
		default:
			rest, isValue = append(rest, arg), takesNext(cmd, arg)
			if sub, _, err := cmd.Find([]string{arg}); err == nil && !strings.HasPrefix(arg, "-") {
				cmd = sub
			}
		}
	}
	if len(texts) == 0 {
		return args
	}
	return slices.Concat(rest, []string{"--"}, texts)
}

// isText reports whether an argument with a dash in front can be no flag: the
// names of flags have no blanks, and only flags that there are take a value of
// several lines.
func isText(cmd *cobra.Command, arg string) bool {
	if !strings.HasPrefix(arg, "-") {
		return false
	}
	name, value, _ := strings.Cut(strings.TrimLeft(arg, "-"), "=")
	return strings.ContainsFunc(name, unicode.IsSpace) || strings.ContainsAny(value, "\r\n") && cmd.Flag(name) == nil
}

// takesNext reports whether the argument after a flag is its value.
func takesNext(cmd *cobra.Command, arg string) bool {
	name, long := strings.CutPrefix(arg, "--")
	flag := cmd.Flag(name)
	return long && flag != nil && flag.NoOptDefVal == ""
}
