// How long is waited for what the page is about to show. Reaching it means that
// it never does: a machine that is slow, or busy with other tests, takes its time.
export const patience = 180_000; // milliseconds
