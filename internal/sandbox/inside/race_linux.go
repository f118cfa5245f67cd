//go:build race

package inside

// memoryFactor is what the race detector multiplies memory by.
const memoryFactor = 4
