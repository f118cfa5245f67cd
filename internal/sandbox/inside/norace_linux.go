//go:build !race

package inside

const memoryFactor = 1
