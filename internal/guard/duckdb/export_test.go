package duckdb

// The allow-lists, for the audit against the engine.
var (
	Functions      = functions
	TableFunctions = tableFunctions
)
