// Which parts of a long page are near the window. One observer serves all.
import { useEffect, useState, type RefObject } from "react";

const margin = "1200px";

type Watch = (near: boolean) => void;

let shared: { observer: IntersectionObserver; watches: WeakMap<Element, Watch> } | null = null;

function watching() {
  if (shared) return shared;
  const watches = new WeakMap<Element, Watch>();
  const observer = new IntersectionObserver((entries) => entries.forEach((entry) => watches.get(entry.target)?.(entry.isIntersecting)), { rootMargin: margin });
  shared = { observer, watches };
  return shared;
}

/** Whether the element has been near the window, or is at once: what was shown once keeps its state. */
export function useReached(element: RefObject<Element | null>, atOnce: () => boolean): boolean {
  const [reached, setReached] = useState(atOnce);
  useEffect(() => {
    const target = element.current;
    if (!target || reached) return;
    const { observer, watches } = watching();
    watches.set(target, (near) => near && setReached(true));
    observer.observe(target);
    return () => observer.unobserve(target);
  }, [element, reached]);
  return reached;
}
