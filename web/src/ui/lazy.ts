// Parts of the page that are loaded when they are first needed. A browser
// remembers that an import failed, so a part that did not come because the
// connection broke is asked for again under another address.
import { useEffect, useState } from "react";
import { useStore } from "../store/store";

export interface Lazy<T> {
  /** The part, once it is there. */
  get: () => T | null;
  load: () => Promise<T>;
}

/** A part by its import, and by its address for when that has failed. */
export function lazy<T>(load: () => Promise<T>, loadAnew: (mark: string) => Promise<T>): Lazy<T> {
  let value: T | null = null;
  let pending: Promise<T> | null = null;
  let failures = 0;
  return {
    get: () => value,
    load: () => {
      pending ??= (failures === 0 ? load() : loadAnew(`?again=${failures}`)).then(
        (loaded) => (value = loaded),
        (error: unknown) => {
          failures++;
          pending = null;
          throw error;
        },
      );
      return pending;
    },
  };
}

const firstWait = 2_000;
const longestWait = 30_000;

export interface Loaded<T> {
  part: T | null;
  failed: boolean;
  again: () => void;
}

/** Loads a part when it is wanted. One that does not come is tried again when the connection is back, and every now and then. */
export function useLoaded<T>(lazily: Lazy<T>, wanted: boolean): Loaded<T> {
  const [part, setPart] = useState(lazily.get);
  const [failures, setFailures] = useState(0);
  const [tries, setTries] = useState(0);
  const lost = useStore((state) => state.link === "lost");
  const again = () => setTries((n) => n + 1);

  useEffect(() => {
    if (!wanted || part !== null || lost) return;
    let stopped = false;
    lazily.load().then((loaded) => !stopped && setPart(() => loaded), () => !stopped && setFailures((n) => n + 1));
    return () => {
      stopped = true;
    };
  }, [lazily, wanted, part, lost, tries]);

  useEffect(() => {
    if (failures === 0 || part !== null || lost) return;
    const timer = setTimeout(again, Math.min(firstWait * 2 ** (failures - 1), longestWait));
    return () => clearTimeout(timer);
  }, [failures, part, lost]);

  const loaded = part ?? lazily.get(); // another may have brought it
  return { part: loaded, failed: loaded === null && failures > 0, again };
}
