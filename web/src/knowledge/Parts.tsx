// What the parts of the knowledge show alike.
import { useState, type ReactNode } from "react";
import type { Failure } from "../api/client";
import { sentence } from "../ui/sentence";

/** Why something cannot be shown. */
export function Problem({ failure, onAgain }: { failure: Failure; onAgain?: () => void }) {
  return (
    <div className="notice harm" role="alert">
      <span className="sign" aria-hidden="true">!</span>
      <span>{sentence(failure.message)}</span>
      {failure.hint && <span className="hint">{sentence(failure.hint)}</span>}
      {onAgain && failure.status !== 404 && <span className="acts"><button type="button" className="button small" onClick={onAgain}>Try again</button></span>}
    </div>
  );
}

interface SureProps {
  label: string; // of the button that asks
  question: string;
  act: string; // of the button that does it
  onSure: () => void;
  className?: string;
}

/** A button for what cannot be undone: it asks first, in its place. */
export function Sure({ label, question, act, onSure, className = "button small" }: SureProps) {
  const [asking, setAsking] = useState(false);
  if (!asking) return <button type="button" className={className} onClick={() => setAsking(true)}>{label}</button>;
  return (
    <span className="sure-line" role="group" aria-label={question}>
      <span>{question}</span>
      <button type="button" className="button small harm" onClick={() => { setAsking(false); onSure(); }}>{act}</button>
      <button type="button" className="button small" autoFocus onClick={() => setAsking(false)}>Cancel</button>
    </span>
  );
}

/** One thing that is known, with what can be done with it. */
export function Item({ title, meta, children, acts, dim = false }: { title: ReactNode; meta?: ReactNode; children?: ReactNode; acts?: ReactNode; dim?: boolean }) {
  return (
    <li className={dim ? "known dim" : "known"}>
      <div className="known-text">
        <p className="known-title">{title}</p>
        {children}
        {meta && <p className="meta">{meta}</p>}
      </div>
      {acts && <div className="known-acts">{acts}</div>}
    </li>
  );
}

/** A day as people read it. */
export const day = (at: string | undefined): string => (at ? new Date(at).toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" }) : "");

/** A size as people read it. */
export function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1e6) return `${Math.round(bytes / 1e3)} KB`;
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** A share as people read it; nothing of nothing. */
export const percent = (some: number, all: number): string => (all === 0 ? "–" : `${Math.round((some / all) * 100)}%`);

/** Milliseconds as people read them. */
export const duration = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`);
