// Whether anyone looks at this tab.

/** Says when the tab has been out of sight for a while, and when it is seen again after that. */
export function watchPresence(patience: number, away: () => void, back: () => void): () => void {
  let timer = 0;
  let gone = false;
  const change = () => {
    clearTimeout(timer);
    if (document.visibilityState === "hidden") {
      timer = window.setTimeout(() => {
        gone = true;
        away();
      }, patience);
    } else if (gone) {
      gone = false;
      back();
    }
  };
  document.addEventListener("visibilitychange", change);
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", change);
  };
}
