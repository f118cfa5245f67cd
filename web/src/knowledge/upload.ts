// Files become documents.
import { api } from "../api/client";
import { attempt, notify } from "../store/attempt";
import { store } from "../store/store";

/** Endings of files that are read as documents. Data files are connected instead. */
export const accepted = [".pdf", ".docx", ".pptx", ".md", ".markdown", ".html", ".htm", ".txt"];

/** Whether a file is read as a document, by its name. */
export function isDocument(name: string): boolean {
  const low = name.toLowerCase();
  return accepted.some((ending) => low.endsWith(ending));
}

const largest = 32 << 20;

/** Sends files one after the other, and says what became of them. */
export async function sendFiles(files: readonly File[]): Promise<void> {
  let sent = 0;
  for (const file of files) {
    if (file.size > largest) {
      notify(`${file.name} is larger than 32 MB.`, { hint: "Put it into a folder, and add that with plumb docs add.", kind: "problem" });
      continue;
    }
    if (await attempt(async () => { await api.uploadDocument(file); })) sent++;
  }
  if (sent === 0) return;
  window.dispatchEvent(new Event("plumb:documents"));
  if (store.get().overlay !== "knowledge") {
    notify(sent === 1 ? `${files[0]?.name ?? "The file"} is being read as a document.` : `${sent} files are being read as documents.`,
      { action: { label: "Show", run: () => store.dispatch({ type: "knowledge", tab: "documents" }) } });
  }
}
