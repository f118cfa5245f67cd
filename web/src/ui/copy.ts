// Puts text on the clipboard. Browsers offer the modern way only to pages that
// came over a safe connection, so there is the old one too.
import { Failure } from "../api/client";

export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "hidden";
  document.body.append(field);
  const before = document.activeElement;
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  if (!done) throw new Failure("COPY", "The browser blocked copying.", "Select the text and copy it by hand.");
}
