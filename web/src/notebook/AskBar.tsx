// Where questions are asked. A question may follow an answer: the one
// that was chosen, or from the latest where its words lean on it.
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from "react";
import type { Question } from "../api/types";
import { ask, draft as write, isWide, runSQL } from "../store/actions";
import { notify } from "../store/attempt";
import type { OpenBook } from "../store/book";
import { inThisTab } from "../store/kept";
import { emptyDraft, readDraft, store, useStore, type Draft } from "../store/store";
import { Icon } from "../ui/Icon";
import { charting } from "../chart/charting";
import { AnswerMode, useMode } from "./AnswerMode";
import { focusCell, reading } from "./places";
import { looksLikeSQL, soundsLikeFollowUp } from "./written";

const longest = 4_000; // letters of a question
const longestStatement = 100_000;

export function AskBar() {
  const draft = useStore((state) => state.draft);
  const book = useStore((state) => state.book);
  const lost = useStore((state) => state.link === "lost");
  const model = useStore((state) => state.library.overview?.brain.model ?? "");
  const [how, setHow] = useState<"" | "explore" | "plan">("");
  const [mode, chooseMode] = useMode(useStore((state) => state.book?.entry.id ?? state.ref));
  const field = useRef<HTMLTextAreaElement>(null);
  const before = book && draft.replaces === "" ? parentOf(book, draft.parent) : "";
  const statement = looksLikeSQL(draft.text);
  const follows = statement ? false : draft.parent === null ? soundsLikeFollowUp(draft.text) : draft.parent !== "";
  const parent = follows ? before : "";
  const edited = book?.cells[draft.replaces];
  const tooLong = draft.text.trim().length > (statement ? longestStatement : longest);
  useKeptDraft(useStore((state) => state.book?.entry.id ?? state.ref), draft); // also while the notebook is being opened

  // The field is as high as its text.
  useEffect(() => {
    const element = field.current;
    if (!element) return;
    element.style.height = "auto";
    element.style.height = `${Math.min(element.scrollHeight, 200)}px`;
  }, [draft.text]);

  const notebook = book?.entry.id;
  useEffect(() => {
    if (notebook && isWide() && document.activeElement === document.body) field.current?.focus({ preventScroll: true });
  }, [notebook]);

  async function send(event?: FormEvent) {
    event?.preventDefault();
    const text = draft.text.trim();
    if (text === "" || tooLong || !book) return;
    const question: Question = { question: text, ...(model && how && { [how]: true }), ...(mode && { mode }) };
    if (edited) {
      question.replaces = edited.id;
      if (edited.context.parent_cell_id) question.parent = edited.context.parent_cell_id;
    } else if (parent) question.parent = parent;
    // The bar is free for the next question at once, and the keyboard goes on from
    // the answer to this one, not from the one before.
    store.dispatch({ type: "draft", draft: emptyDraft });
    store.dispatch({ type: "focus", cell: "" });
    charting.load().catch(() => {}); // the answer will need it, and reports a failure
    const taken = await (statement ? runSQL(text, edited ? { replaces: edited.id } : {}) : ask(question));
    if (!taken) giveBack(book.entry.id, draft);
  }

  function keys(event: KeyboardEvent) {
    if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) void send(event);
    if (event.key === "?" && draft.text === "" && !event.nativeEvent.isComposing) { // no question begins so
      event.preventDefault();
      store.dispatch({ type: "overlay", overlay: "shortcuts" });
    }
    const leave = event.key === "Escape" || (event.key === "ArrowUp" && draft.text === "");
    if (!leave) return;
    event.preventDefault();
    if (draft.replaces || draft.parent) store.dispatch({ type: "draft", draft: emptyDraft });
    else if (book) focusCell(store.get().focus || reading(book).at(-1) || "");
  }

  const followed = book?.cells[before];
  return (
    <div className="askbar">
      <form className="ask" role="search" aria-label="Ask" onSubmit={(event) => void send(event)}>
        {edited && <Chip label="Editing" text={edited.question} close="Stop editing" onClose={() => store.dispatch({ type: "draft", draft: emptyDraft })} />}
        {followed && follows && (
          <Chip label="Follows" text={followed.question} close="Ask as a new question" onClose={() => store.dispatch({ type: "draft", draft: { parent: "" } })} />
        )}
        {tooLong && (
          <p className="ask-chip wrong" role="alert"><span>{draft.text.trim().length.toLocaleString("en")} characters; {statement ? "a statement" : "a question"} can have at most {(statement ? longestStatement : longest).toLocaleString("en")}</span></p>
        )}
        {statement && <p className="ask-chip"><span>Runs as SQL</span></p>}
        {followed && !follows && !statement && draft.text !== "" && (
          <p className="ask-chip">
            <button type="button" className="ask-follow" onClick={() => store.dispatch({ type: "draft", draft: { parent: before } })}><Icon name="follow" size={12} /> Follow up on <q>{followed.question}</q></button>
          </p>
        )}
        <div className="ask-line">
          <textarea ref={field} id="ask" rows={1} aria-invalid={tooLong || undefined} value={draft.text} autoComplete="off" enterKeyHint="send"
            aria-label={edited ? "Edit the question" : "Ask a question about your data"} placeholder={edited ? "Edit the question" : "Ask a question about your data"}
            onChange={(event) => store.dispatch({ type: "draft", draft: { text: event.target.value } })} onKeyDown={keys} />
          <AnswerMode mode={mode} onChoose={chooseMode} />
          {model && (
            <>
              <button type="button" className="ask-explore" aria-pressed={how === "explore"} title={`${model} runs several queries before it answers`}
                onClick={() => setHow(how === "explore" ? "" : "explore")}><Icon name="search" /> Explore</button>
              <button type="button" className="ask-explore" aria-pressed={how === "plan"} title={`${model} plans several steps, which you approve`}
                onClick={() => setHow(how === "plan" ? "" : "plan")}><Icon name="note" /> Plan</button>
            </>
          )}
          <button type="submit" className="ask-send" aria-label="Ask" title="Ask  Enter" disabled={draft.text.trim() === "" || tooLong || !book || lost}><Icon name="ask" /></button>
        </div>
      </form>
    </div>
  );
}

const drafts = inThisTab("ask");

// What is being written in a notebook is there again when one comes back to it.
function useKeptDraft(notebook: string, draft: Draft): void {
  const shown = useRef("");
  useEffect(() => {
    const opened = shown.current !== notebook;
    shown.current = notebook;
    if (notebook === "") return;
    const before = opened && draft.text === "" ? readDraft(drafts.get(notebook)) : null;
    if (before) store.dispatch({ type: "draft", draft: before });
    else if (draft.text.trim() === "") drafts.drop(notebook);
    else drafts.keep(notebook, JSON.stringify(draft));
  }, [notebook, draft]);
}

// What was not taken is in the bar again, unless something else is being written
// there; then it can be fetched.
function giveBack(notebook: string, sent: Draft): void {
  const { book, draft: now } = store.get();
  if (book?.entry.id !== notebook) drafts.keep(notebook, JSON.stringify(sent));
  else if (now.text.trim() === "") store.dispatch({ type: "draft", draft: sent });
  else notify(`Not sent: ${sent.text.trim().slice(0, 80)}`, { kind: "problem", action: { label: "Restore", run: () => write(sent.text, sent) } });
}

function Chip({ label, text, close, onClose }: { label: string; text: string; close: string; onClose: () => void }) {
  return (
    <p className="ask-chip">
      <span>{label} <q>{text}</q></span>
      <button type="button" aria-label={close} title={close} onClick={onClose}><Icon name="close" size={12} /></button>
    </p>
  );
}

// The answer that a question may follow: the one that was chosen, or the
// latest.
function parentOf(book: OpenBook, chosen: string | null): string {
  if (chosen) return book.cells[chosen]?.result ? chosen : "";
  return reading(book).findLast((id) => book.cells[id]?.result && !book.cells[id]?.what_if) ?? "";
}
