package connection

import "context"

// Mark changes when the data or its schema may have changed since the schema
// was read, of which Snapshot.Fingerprint tells. It is "" where the source
// cannot say. It costs little.
func (c *Connection) Mark(ctx context.Context) (string, error) { return c.fingerprint(ctx) }
