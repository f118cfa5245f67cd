// Statements that were changed and have not been run, by the cell that they are
// written in.
import { inThisTab } from "../store/kept";
import { store } from "../store/store";

const texts = inThisTab("sql");
const keyOf = (place: string): string => `${store.get().book?.entry.id ?? ""} ${place}`; // a copy of a notebook has the same cells

export const sqlDrafts = {
  has: (place: string) => texts.get(keyOf(place)) !== undefined,
  get: (place: string) => texts.get(keyOf(place)),
  keep: (place: string, text: string) => texts.keep(keyOf(place), text),
  drop: (place: string) => texts.drop(keyOf(place)),
};
