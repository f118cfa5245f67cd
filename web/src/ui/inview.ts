// Keeps what opens next to something fully in view: between the header and the
// bar to ask in, on whichever side of it there is room.
import { useEffectEvent, useLayoutEffect, useState, type RefObject } from "react";

interface Range {
  top: number;
  bottom: number;
}

export interface Side {
  above: boolean;
  /** How high it may be; what is longer scrolls. */
  most: number;
}

const gap = 6; // to what it stands beside, and to the edges

/** The side of an anchor on which something of a height fits; where it fits on neither, the larger one. */
export function sideOf(anchor: Range, height: number, room: Range, preferAbove = false): Side {
  const over = anchor.top - room.top - 2 * gap;
  const under = room.bottom - anchor.bottom - 2 * gap;
  const [first, second] = preferAbove ? [over, under] : [under, over];
  const above = (height <= first || first >= second) === preferAbove;
  return { above, most: Math.max(0, above ? over : under) };
}

/** What can be seen of the part of the page that an element is in. */
export function roomOf(element: Element): Range {
  const frame = element.closest("dialog, .rail")?.getBoundingClientRect();
  if (frame) return { top: Math.max(frame.top, 0), bottom: Math.min(frame.bottom, window.innerHeight) };
  const header = element.closest(".header") ? 0 : (document.querySelector(".header")?.getBoundingClientRect().bottom ?? 0);
  return { top: Math.max(header, 0), bottom: document.querySelector(".ask")?.getBoundingClientRect().top ?? window.innerHeight };
}

/** Where a card stands beside its anchor, for as long as it is open. One whose anchor is scrolled out of view is left. */
export function useSide(open: boolean, anchor: RefObject<Element | null>, card: RefObject<HTMLElement | null>, preferAbove: boolean, leave: () => void): Side | null {
  const [side, setSide] = useState<Side | null>(null);
  const scrolledAway = useEffectEvent(leave);
  useLayoutEffect(() => {
    if (!open) return;
    const place = (event?: Event) => {
      if (!anchor.current || !card.current || (event?.target instanceof Node && card.current.contains(event.target))) return;
      const at = anchor.current.getBoundingClientRect();
      const room = roomOf(anchor.current);
      if (event && (at.bottom <= room.top || at.top >= room.bottom)) scrolledAway();
      else setSide(sideOf(at, card.current.scrollHeight + borders, room, preferAbove));
    };
    place();
    window.addEventListener("scroll", place, { capture: true, passive: true });
    window.addEventListener("resize", place);
    return () => {
      window.removeEventListener("scroll", place, { capture: true });
      window.removeEventListener("resize", place);
      setSide(null);
    };
  }, [open, preferAbove, anchor, card]);
  return side;
}

const borders = 2;
