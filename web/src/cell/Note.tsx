// A person's own words between the answers.
import { useEffect, useRef, useState } from "react";
import type { Cell } from "../api/types";
import { changeNote } from "../store/actions";
import { isIn, isNowhere } from "../store/focus";
import { focusCell } from "../notebook/places";
import { parseNote } from "../story/parse";
import { Blocks } from "../story/Story";

export function Note({ cell }: { cell: Cell }) {
  const [editing, setEditing] = useState(false);
  const close = () => {
    const here = isNowhere() || isIn(".note-editor"); // or has the person gone on while it was saved
    setEditing(false);
    if (here) focusCell(cell.id);
  };
  if (editing) {
    return (
      <NoteEditor text={cell.note ?? ""} onCancel={close}
        onSave={async (text) => {
          if (text === cell.note || (await changeNote(cell.id, text))) close();
        }} />
    );
  }
  return (
    <div className="note-text" onDoubleClick={() => setEditing(true)}>
      <Blocks blocks={parseNote(cell.note ?? "")} />
      <button type="button" className="quiet note-edit" onClick={() => setEditing(true)}>Edit</button>
    </div>
  );
}

const longest = 20_000;

interface EditorProps {
  text: string;
  onSave: (text: string) => Promise<void>;
  onCancel: () => void;
}

export function NoteEditor({ text, onSave, onCancel }: EditorProps) {
  const [draft, setDraft] = useState(text);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const end = field.current?.value.length ?? 0;
    field.current?.focus();
    field.current?.setSelectionRange(end, end);
  }, []);
  const [saving, setSaving] = useState(false);
  const save = async () => {
    if (saving) return;
    if (draft.trim() === "") {
      onCancel();
      return;
    }
    setSaving(true);
    await onSave(draft);
    setSaving(false);
  };
  return (
    <div className="note-editor">
      <textarea ref={field} className="field" aria-label="Note, in Markdown" placeholder="Write a note. **Bold**, *italic*, - lists and [links](https://…) work." rows={3}
        maxLength={longest} value={draft} readOnly={saving} onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) void save();
          if (event.key === "Escape") onCancel();
        }} />
      <div className="acts">
        <button type="button" className="button main" onClick={() => void save()}>Save</button>
        <button type="button" className="button" onClick={onCancel}>Cancel</button>
      </div>
    </div>
  );
}
