package postgres

// The allow-lists, for the audit against a real server.
var (
	Functions = functions
	Operators = operators
	Types     = types
)
