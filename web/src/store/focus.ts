// Where the focus moves when the focused element is gone.
import { useLayoutEffect, useRef, type RefObject } from "react";
import { store } from "./store";

export const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** Whether the keyboard is in a part of the page that a selector names. */
export const isIn = (part: string): boolean => Boolean(document.activeElement?.closest(part));

/** Gives the keyboard back to the cell that it was at last, or to the notebook. */
export function focusNotebook(): void {
  const { focus } = store.get();
  const cell = focus && document.querySelector<HTMLElement>(`[data-cell="${CSS.escape(focus)}"]`);
  (cell || document.querySelector<HTMLElement>("#notebook"))?.focus({ preventScroll: true });
}

// The element itself, also within an editor, which has a root of its own.
function active(): HTMLElement | null {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element instanceof HTMLElement ? element : null;
}

/** What has the keyboard in a part that cannot be used for a while has it again afterwards. */
export function useKeptFocus(part: RefObject<HTMLElement | null>, inert: boolean): void {
  const before = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    if (inert) before.current = part.current?.contains(document.activeElement) ? active() : null;
    else if (before.current?.isConnected && isNowhere()) before.current.focus({ preventScroll: true });
    if (!inert) before.current = null;
  }, [part, inert]);
}
