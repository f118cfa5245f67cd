// Requests for the same thing whose replies may come in another order.

/** Reads something as often as it is called for. What an earlier call finds does not take the place of what a later one has found. */
export function inOrder<T>(read: () => Promise<T>, show: (found: T) => void): () => Promise<void> {
  let calls = 0;
  let shown = 0;
  return async () => {
    const call = ++calls;
    const found = await read();
    if (call < shown) return;
    shown = call;
    show(found);
  };
}
