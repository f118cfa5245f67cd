// The rows of an answer that keeps only their hash. They are fetched when they
// are looked at, with a note if the data has changed since.
import { useEffect, useState } from "react";
import { api, failureOf } from "../api/client";
import { sentence } from "../ui/sentence";
import type { Meaning, Result } from "../api/types";
import { DataTable, count } from "./DataTable";

interface Props {
  result: Result; // without its rows
  meaning: Meaning | undefined;
  label: string;
  book: string;
  cell: string;
}

type State = { is: "loading" } | { is: "there"; rows: Result } | { is: "failed"; why: string };

export function LongTable({ result, meaning, label, book, cell }: Props) {
  const [state, setState] = useState<State>({ is: "loading" });
  useEffect(() => {
    let left = false;
    setState({ is: "loading" });
    api.rows(book, cell).then(
      (rows) => { if (!left) setState({ is: "there", rows }); },
      (error: unknown) => { if (!left) setState({ is: "failed", why: failureOf(error).message }); },
    );
    return () => { left = true; };
  }, [book, cell, result.data_hash]);

  if (state.is === "loading") return <p className="meta" role="status">Loading {count(result.row_count, "row")}…</p>;
  if (state.is === "failed") return <p className="meta" role="alert">{sentence(state.why)}</p>;
  return (
    <>
      {state.rows.data_hash !== result.data_hash && <p className="meta">The data has changed since this was asked; showing current rows.</p>}
      <DataTable result={state.rows} meaning={meaning} label={label} lit={none} csv={api.dataPath(book, cell, "csv")} />
    </>
  );
}

const none: readonly number[] = [];
