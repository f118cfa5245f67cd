// Light, dark, or as the system is. The choice stays with this browser.
import { useSyncExternalStore } from "react";
import { usePrinting } from "./print";

export type Theme = "light" | "dark" | "auto";

const key = "plumb.theme";
const system = window.matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();

function read(): Theme {
  try {
    const kept = localStorage.getItem(key);
    return kept === "light" || kept === "dark" ? kept : "auto";
  } catch {
    return "auto";
  }
}

const shown = (theme: Theme): "light" | "dark" => (theme === "auto" ? (system.matches ? "dark" : "light") : theme);

function show(): void {
  document.documentElement.dataset.theme = shown(read());
  listeners.forEach((listener) => listener());
}

export function setTheme(theme: Theme): void {
  try {
    if (theme === "auto") localStorage.removeItem(key);
    else localStorage.setItem(key, theme);
  } catch {
    // Without storage the choice cannot be kept.
  }
  show();
}

/** Follows the system and other tabs. */
export function watchTheme(): void {
  system.addEventListener("change", show);
  window.addEventListener("storage", show);
  show();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, read);
/** The look that is shown; paper is light. */
export function useShownTheme(): "light" | "dark" {
  const theme = useSyncExternalStore(subscribe, () => shown(read()));
  return usePrinting() ? "light" : theme;
}
