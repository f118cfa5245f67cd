// One field of a form, as its source declares it.
import { useId } from "react";
import type { Property } from "../api/types";

interface Props {
  property: Property;
  value: string;
  wrong: string | undefined;
  disabled: boolean;
  onChange: (value: string) => void;
}

// Nothing is sent from the browser, which may be on another machine.
const whose = "Write a path on the machine where Plumb runs; one that does not begin with / or ~ counts from the folder that Plumb was started in.";

export function FormField({ property, value, wrong, disabled, onChange }: Props) {
  const id = useId();
  const { name, title, kind, required, placeholder, help, options } = property;
  const told = [help || kind === "password" || kind === "path" ? `${id}-help` : "", wrong ? `${id}-wrong` : ""].filter(Boolean).join(" ");
  const shared = {
    id, name, disabled, "aria-describedby": told || undefined, "aria-invalid": wrong ? true : undefined, "aria-required": required || undefined,
  };
  const helpText = [help ?? (kind === "password" ? "Kept in memory, never in a file." : ""), kind === "path" ? whose : ""].filter(Boolean).join(" ");

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
        <input {...shared} className={kind === "path" ? "field mono" : "field"} type={kind === "password" ? "password" : "text"}
          inputMode={kind === "number" ? "numeric" : undefined} autoComplete={kind === "password" ? "new-password" : "off"} autoCapitalize="off" spellCheck={false}
          placeholder={placeholder} value={value} onChange={(event) => onChange(event.target.value)} />
      )}
      {helpText && <p id={`${id}-help`} className="form-help">{helpText}</p>}
      {wrong && <p id={`${id}-wrong`} className="form-wrong">! {wrong}</p>}
    </div>
  );
}
