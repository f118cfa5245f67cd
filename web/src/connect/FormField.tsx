// One field of a form, as its source declares it.
import { useId, useRef, useState } from "react";
import type { FolderEntry, Property, SourceKind } from "../api/types";
import { Icon } from "../ui/Icon";
import { Chooser } from "./Chooser";

interface Props {
  property: Property;
  of: SourceKind;
  value: string;
  wrong: string | undefined;
  disabled: boolean;
  chooses: boolean; // paths can be chosen
  onChange: (value: string) => void;
  onChoose: (chosen: FolderEntry) => void;
  onPaste: (text: string) => boolean; // whether it is dealt with
}

// Nothing is sent from the browser, which may be on another machine.
const whose = "A path on the machine that runs Plumb. Relative paths start from the folder where Plumb was started.";

export function FormField({ property, of, value, wrong, disabled, chooses, onChange, onChoose, onPaste }: Props) {
  const [choosing, setChoosing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const { name, title, kind, required, placeholder, help, options } = property;
  const told = [help || kind === "password" || kind === "path" ? `${id}-help` : "", wrong ? `${id}-wrong` : ""].filter(Boolean).join(" ");
  const shared = {
    id, name, disabled, "aria-describedby": told || undefined, "aria-invalid": wrong ? true : undefined, "aria-required": required || undefined,
  };
  const helpText = [help ?? (kind === "password" ? "Kept in memory, never saved to a file." : ""), kind === "path" ? whose : ""].filter(Boolean).join(" ");

  function close() {
    input.current?.focus(); // while the list is still there
    setChoosing(false);
  }

  function chosen(entry: FolderEntry) {
    close();
    onChoose(entry);
  }

  if (kind === "flag") {
    return (
      <div className="form-field flag">
        <label><input {...shared} type="checkbox" checked={value === "true"} onChange={(event) => onChange(String(event.target.checked))} />{title}</label>
        {helpText && <p id={`${id}-help`} className="form-help">{helpText}</p>}
      </div>
    );
  }
  return (
    <div className={kind === "path" ? "form-field" : "form-field half"}>
      <label htmlFor={id}>{title}{!required && <span className="form-optional"> optional</span>}</label>
      {kind === "choice" ? (
        <select {...shared} className="field" value={value} onChange={(event) => onChange(event.target.value)}>
          {!options?.includes(value) && <option value={value}>{value || "Choose"}</option>}
          {options?.map((option) => <option key={option} value={option}>{option}</option>)}
        </select>
      ) : (
        <div className="form-input">
          <input {...shared} ref={input} className={kind === "path" ? "field mono" : "field"} type={kind === "password" ? "password" : "text"}
            inputMode={kind === "number" ? "numeric" : undefined} autoComplete={kind === "password" ? "new-password" : "off"} autoCapitalize="off" spellCheck={false}
            placeholder={placeholder} value={value} onChange={(event) => onChange(event.target.value)}
            onPaste={(event) => { if (kind !== "password" && onPaste(event.clipboardData.getData("text"))) event.preventDefault(); }} />
          {kind === "path" && chooses && (
            <button type="button" className="button" disabled={disabled} aria-expanded={choosing} onClick={() => setChoosing(!choosing)}><Icon name="folder" />Choose</button>
          )}
        </div>
      )}
      {choosing && !disabled && <Chooser from={value.trim()} kind={of} onChoose={chosen} onClose={close} />}
      {helpText && <p id={`${id}-help`} className="form-help">{helpText}</p>}
      {wrong && <p id={`${id}-wrong`} className="form-wrong">! {wrong}</p>}
    </div>
  );
}
