// What kind of data, its form, the test, and then the connection.
import { useEffect, useId, useRef, useState, type FormEvent } from "react";
import { api, failureOf, type Failure } from "../api/client";
import type { FolderEntry, NewSource, ReadAs, ReadChoice, SourceKind, SourceTest } from "../api/types";
import { go } from "../app/route";
import { loadOverview, loadSources, meanwhile } from "../rail/load";
import { notify } from "../store/attempt";
import { focusAskBar, isWide } from "../store/actions";
import { isUnused } from "../store/book";
import { store, useStore } from "../store/store";
import { Icon } from "../ui/Icon";
import { formFor, pathField } from "./choose";
import { FormField } from "./FormField";
import { addressParts, defaults, problems, properties, suggestName, type Values } from "./form";
import { Proof } from "./Proof";
import { choose as chooseReading, keyOf } from "./readings";
import "./connect.css";

export function ConnectSteps({ onDone }: { onDone: () => void }) {
  const kinds = useStore((state) => state.library.kinds);
  const [kind, setKind] = useState<SourceKind | null>(null);
  const [given, setGiven] = useState<Values>({}); // to the form, at its beginning
  useEffect(() => void meanwhile(loadSources), []);

  function begin(chosen: SourceKind | null, values: Values = {}) {
    setKind(chosen);
    setGiven(values);
  }

  if (kind) return <Form key={kind.name} kind={kind} given={given} onOther={begin} onBack={() => begin(null)} onDone={onDone} />;
  return (
    <>
      <p className="connect-lead">Plumb only reads. Before it connects, it checks that it cannot change anything.</p>
      <ul className="kinds">
        {kinds.map((known) => (
          <li key={known.name}>
            <button type="button" onClick={() => begin(known)}>
              <strong>{known.title}</strong>
              <span>{known.help}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

interface FormProps {
  kind: SourceKind;
  given: Values;
  onOther: (kind: SourceKind, values: Values) => void;
  onBack: () => void;
  onDone: () => void;
}

function Form({ kind, given, onOther, onBack, onDone }: FormProps) {
  const { sources, kinds, overview } = useStore((state) => state.library);
  const [values, setValues] = useState<Values>(() => ({ ...defaults(kind), ...given }));
  const [ownName, setOwnName] = useState<string | null>(null);
  const [wrong, setWrong] = useState<Values>({});
  const [state, setState] = useState<"filling" | "testing" | "tested" | "rereading" | "connecting">("filling");
  const [test, setTest] = useState<SourceTest | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [accepted, setAccepted] = useState(false);
  const [readings, setReadings] = useState<ReadAs[]>([]);
  const [first, setFirst] = useState<string[]>([]); // choices that were noted when the data was first read
  const latest = useRef(0); // of the tests: an earlier one may end later
  const form = useRef<HTMLFormElement>(null);
  const foot = useRef<HTMLElement>(null);
  const id = useId();
  const name = ownName ?? suggestName(kind, values, (sources ?? []).map((source) => source.name));
  const filled: NewSource = { name: name.trim(), kind: kind.name, properties: properties(kind, values), ...(accepted && { accept_writable: true }), ...(readings.length > 0 && { readings }) };
  const ready = test?.ok === true;

  useEffect(() => {
    form.current?.querySelector<HTMLElement>("input, select")?.focus();
  }, []);

  // What to do next comes into view.
  useEffect(() => {
    if (latest.current <= 1 && (test || failure)) foot.current?.scrollIntoView({ block: "nearest" });
  }, [test, failure]);

  // What was tested is no longer what is there.
  function untested() {
    latest.current = 0;
    setState("filling");
    setTest(null);
    setFailure(null);
    setAccepted(false);
  }

  function change(field: string, value: string) {
    setValues({ ...values, [field]: value });
    setWrong(({ [field]: _, ...rest }) => rest);
    setReadings([]);
    untested();
  }

  function paste(text: string): boolean {
    const parts = addressParts(kind, text);
    if (!parts) return false;
    setValues({ ...values, ...parts });
    setWrong({});
    untested();
    return true;
  }

  // A file may belong to another form than the one that it was chosen in.
  function choose(field: string, chosen: FolderEntry) {
    const other = formFor(kinds, kind, chosen);
    const place = pathField(other);
    if (other !== kind && place) onOther(other, { [place]: chosen.path });
    else change(field, chosen.path);
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    const found = problems(kind, values);
    setWrong(found);
    const first = Object.keys(found)[0];
    if (first) {
      form.current?.querySelector<HTMLElement>(`[name="${CSS.escape(first)}"]`)?.focus();
      return;
    }
    setFailure(null);
    try {
      if (ready) {
        setState("connecting");
        await connect(filled);
        onDone();
      } else {
        setTest(null);
        setState("testing");
        latest.current = 1;
        const found = await api.testSource(filled);
        setFirst(found.choices.filter((choice) => choice.noted).map(keyOf));
        setTest(found);
        setState("tested");
      }
    } catch (error) {
      setFailure(failureOf(error));
      setState("filling");
    }
  }

  // Reads the data again as the person chose; it is saved once it is connected.
  async function reread(choice: ReadChoice, as: string) {
    const chosen = chooseReading(readings, choice, as);
    const number = ++latest.current;
    setReadings(chosen);
    setFailure(null);
    setState("rereading");
    setTest((before) => before && { ...before, choices: before.choices.map((known) => (keyOf(known) === keyOf(choice) ? { ...known, as } : known)) });
    try {
      const found = await api.testSource({ ...filled, readings: chosen });
      if (number !== latest.current) return;
      setTest(found);
    } catch (error) {
      if (number !== latest.current) return;
      setFailure(failureOf(error));
    }
    setState("tested");
  }

  const busy = state === "testing" || state === "connecting";
  return (
    <form ref={form} className="connect" noValidate onSubmit={(event) => void submit(event)}>
      <p className="connect-lead"><strong>{kind.title}.</strong> {kind.help}</p>
      {kind.properties.map((property) => (
        <FormField key={property.name} property={property} of={kind} value={values[property.name] ?? ""} wrong={wrong[property.name]} disabled={busy}
          chooses={overview?.folders ?? false} onChange={(value) => change(property.name, value)} onChoose={(chosen) => choose(property.name, chosen)} onPaste={paste} />
      ))}
      <div className="form-field">
        <label htmlFor={`${id}-name`}>Name</label>
        <input id={`${id}-name`} className="field" value={name} maxLength={60} spellCheck={false} disabled={busy} aria-describedby={`${id}-name-help`}
          onChange={(event) => { setOwnName(event.target.value || null); untested(); }} />
        <p id={`${id}-name-help`} className="form-help">A short name for this data, here and in the terminal.</p>
      </div>
      {(state === "testing" || test) && <Proof test={test} again={state === "rereading"} first={first} onChoose={(choice, as) => void reread(choice, as)} name={filled.name} accepted={accepted} onAccept={setAccepted} />}
      {failure && (
        <div className="notice harm" role="alert">
          <span className="sign" aria-hidden="true">!</span>
          <span>{failure.message}</span>
          {failure.hint && <span className="hint">{failure.hint}</span>}
        </div>
      )}
      <footer ref={foot} className="connect-foot">
        <button type="button" className="button" disabled={busy} onClick={onBack}><Icon name="undo" />Back</button>
        <button type="submit" className="button main" disabled={busy || state === "rereading" || !filled.name}>
          {state === "testing" ? "Testing…" : state === "connecting" ? "Connecting…" : ready ? "Connect" : test ? (accepted ? "Continue" : "Test again") : "Test the connection"}
        </button>
      </footer>
    </form>
  );
}

/** Adds a source, which is asked from then on, and opens a notebook for it: the open one, if nothing was asked in it yet. */
export async function connect(source: NewSource): Promise<void> {
  const added = await api.addSource(source);
  const { book: open } = store.get();
  const unused = open !== null && !open.entry.source && isUnused(open);
  if (!unused) go((await api.createNotebook("", added.name)).id); // before the side shows the new data, for what is typed then is meant for it
  await Promise.all([loadSources(), loadOverview()]);
  notify(`${added.name} is connected.`);
  if (unused && isWide()) requestAnimationFrame(focusAskBar); // the window closes first
}
