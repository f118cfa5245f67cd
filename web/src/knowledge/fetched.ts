// Something that is read from the server for a part of the page, and read again.
import { useEffect, useEffectEvent, useState } from "react";
import { failureOf, type Failure } from "../api/client";

export interface Fetched<T> {
  value: T | null;
  failure: Failure | null;
  again: () => void;
}

/** Reads when the key changes, and when it is asked to. What was read stays until the next is there. */
export function useFetched<T>(key: string, read: () => Promise<T>): Fetched<T> {
  const [kept, keep] = useState<{ key: string; value: T | null; failure: Failure | null }>({ key, value: null, failure: null });
  const [tries, setTries] = useState(0);
  const begin = useEffectEvent(() => read());
  useEffect(() => {
    let stopped = false;
    begin().then(
      (value) => !stopped && keep({ key, value, failure: null }),
      (error: unknown) => !stopped && keep((before) => ({ key, value: before.key === key ? before.value : null, failure: failureOf(error) })),
    );
    return () => {
      stopped = true;
    };
  }, [key, tries]);
  return { value: kept.value, failure: kept.failure, again: () => setTries((n) => n + 1) };
}
