// An answer: one sentence, the chart, the story, and what it rests on. What is
// pointed at in one of them is lit in the others.
import { useMemo, useState, type ReactNode } from "react";
import { api } from "../api/client";
import { Icon } from "../ui/Icon";
import { sentence } from "../ui/sentence";
import type { Cell, DataReference, Meaning, Plan, Result } from "../api/types";
import { barsOf, canDraw, captionOf, drawnResult, overTime } from "../chart/bind";
import { Chart } from "../chart/Chart";
import { parseStory } from "../story/parse";
import { Blocks, Inlines, StoryTies } from "../story/Story";
import { store } from "../store/store";
import { DataTable } from "../table/DataTable";
import { LongTable } from "../table/LongTable";
import { figure, formats, shown, title } from "../table/value";
import { Ahead } from "./Ahead";
import type { Pointed } from "./Analysis";
import { Cautions, Foot } from "./Foot";
import { Cited, KnownBefore, openCitation, placeOfNumber, verdictOf } from "./Known";
import { diagnosticsOf } from "./outcome";
import { Tabs, type Details } from "./Tabs";

const none: readonly number[] = [];
const mostFigures = 4;

interface Props {
  cell: Cell;
  /** Which answer it is: another one is drawn again. */
  version: string;
  /** What stands in place of the first sentence while the story is being written; then the cell can only be looked at. */
  writing?: ReactNode;
  details: Details;
}

export function Answer({ cell, version, writing, details }: Props) {
  const [lit, setLit] = useState<{ rows: readonly number[]; by: "story" | "marks" }>({ rows: none, by: "marks" });
  const story = useMemo(() => parseStory(cell.narrative ?? { text: "" }, cell.citations), [cell.narrative, cell.citations]);
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const result = drawnResult(cell);
  const drawn = canDraw(cell);
  const figures = !drawn && result?.data?.length === 1 && result.columns.length <= mostFigures;
  const inline = !drawn && !figures && result !== undefined && result.columns.length > 0;

  const { onOpen } = details;
  const ties = useMemo(() => {
    const about = (rows: readonly number[]) => new Set(story.rows.flatMap((said, i) => (said.some((row) => rows.includes(row)) ? [i] : [])));
    return {
      litSentences: lit.by === "marks" ? about(lit.rows) : new Set<number>(),
      onClaim: (ref: DataReference | null) => setLit({ rows: ref && !ref.query ? (ref.rows ?? none) : none, by: "story" }),
      // A figure of an analysis leads to the step that made it, and there to its rows.
      onOpen: (ref: DataReference) => {
        const step = stepOf(cell, ref);
        if (step) setPointed({ step, rows: ref.rows ?? none });
        else onOpen("table");
      },
      evidence: (ref: DataReference) => <Evidence claim={ref} step={stepOf(cell, ref)} of={ref.query ? cell.sources?.find((source) => source.number === ref.query) : { ...cell, result }} />,
      onCite: (number: number) => openCitation(cell, number),
      placed: (number: number) => placeOfNumber(cell, number),
    };
  }, [story, lit, cell, result, onOpen]);

  const point = (rows: readonly number[]) => setLit({ rows, by: "marks" });
  const book = store.get().book?.entry.id ?? "";
  const label = `Rows of ${cell.question}`;
  const table = result && result.columns.length > 0 && (result.data
    ? <DataTable key={version} result={result} meaning={cell.meaning} label={label} lit={lit.rows} onPoint={point} csv={writing ? undefined : api.dataPath(book, cell.id, "csv")} />
    : result.row_count > 0 && !writing && <LongTable key={version} result={result} meaning={cell.meaning} label={label} book={book} cell={cell.id} />);

  return (
    <StoryTies value={ties}>
      {figures && result && <Figures result={result} meaning={cell.meaning} plan={cell.chart?.plan} />}
      {writing}
      {story.lead.length > 0 && <p className={figures ? "lead said" : "lead"}><Inlines list={story.lead} /></p>}
      {result?.data?.length === 0 && story.lead.length === 0 && !writing && <p className="empty">No rows.</p>}
      {drawn && result && cell.chart?.spec && (
        <figure className="figure">
          {overTime(cell) && !writing && <Ahead cell={cell} />}
          <Chart key={version} spec={cell.chart.spec} result={result} meaning={cell.meaning} description={descriptionOf(cell)} bars={barsOf(cell)} lit={lit.rows} onPoint={point} />
          {captionOf(cell.chart.spec) && <figcaption className="meta">{captionOf(cell.chart.spec)}</figcaption>}
        </figure>
      )}
      {cell.download && <p><a className="button" href={api.dataPath(book, cell.download.cell, cell.download.format)} download><Icon name="download" /> Download as {cell.download.title}</a></p>}
      {inline && result.row_count > 0 && table}
      {story.rest.length > 0 && <div className="story"><Blocks blocks={story.rest} /></div>}
      <Cautions list={cautionsOf(cell)} />
      {cell.what_if?.assumptions && <p className="meta assumed">Assumes: {cell.what_if.assumptions.map(sentence).join(" ")}</p>}
      {!writing && <Cited cell={cell} />}
      {!writing && <KnownBefore cell={cell} />}
      {!writing && <Foot cell={cell} pointed={pointed} />}
      <Tabs cell={cell} {...details} table={inline || figures ? null : table} only={writing ? "table" : undefined} />
    </StoryTies>
  );
}

// The step of an analysis whose rows a figure comes from: the last one, unless it says another.
const stepOf = (cell: Cell, ref: DataReference): number | undefined =>
  cell.analysis ? (ref.query ?? cell.analysis.plan.steps.at(-1)?.number) : undefined;

function cautionsOf(cell: Cell): { message: string; hint?: string }[] {
  const unverified = (cell.narrative?.unverified?.length ?? 0) > 0 ? ["Dotted text is unverified: the rows don't support it"] : [];
  return [...[...unverified, ...(cell.what_if?.caveats ?? []), ...(cell.analysis?.caveats ?? [])].map((message) => ({ message })), ...verdictOf(cell), ...diagnosticsOf(cell)];
}

const descriptionOf = (cell: Cell): string => {
  const described = cell.chart?.spec?.description;
  return typeof described === "string" ? described : `Chart of ${cell.question}`;
};

// Values that stand alone are set large instead of drawn.
function Figures({ result, meaning, plan }: { result: Result; meaning: Meaning | undefined; plan: Plan | undefined }) {
  const alone = result.columns.length === 1;
  const columns = formats(result, meaning);
  return (
    <dl className="figures">
      {result.columns.map((name, i) => {
        const format = columns[i];
        if (!format) return null;
        const text = figure(result.data?.[0]?.[i], format, plan?.y_format);
        return (
          <div key={i}>
            <dt>{(alone && plan?.y_title) || title(name)}</dt>
            <dd className={text.length > 18 || !format.numeric ? "long" : undefined} title={shown(result.data?.[0]?.[i], format)}>{text}</dd>
          </div>
        );
      })}
    </dl>
  );
}

const shownRows = 4;

// What a claim comes from: in words, and its rows.
function Evidence({ claim, step, of }: { claim: DataReference; step: number | undefined; of: { result?: Result; meaning?: Meaning } | undefined }) {
  const result = of?.result;
  const rows = claim.rows ?? [];
  const columns = result ? formats(result, of.meaning) : [];
  const named = result?.columns.findIndex((_, i) => !columns[i]?.numeric) ?? -1;
  const wanted = (claim.columns ?? []).map((name) => result?.columns.indexOf(name) ?? -1).filter((i) => i >= 0 && i !== named);
  const cellText = (row: number, column: number) => {
    const format = columns[column];
    return format ? shown(result?.data?.[row]?.[column], format) : "";
  };
  return (
    <>
      <span className="from">✓ {claim.source}{step ? ` · step ${step}` : claim.query && ` · query ${claim.query}`}</span>
      {result && wanted.length > 0 && rows.slice(0, shownRows).map((row) => (
        <span className="row" key={row}>
          <span>{named >= 0 ? cellText(row, named) : `Row ${row + 1}`}</span>
          <span>{wanted.map((column) => cellText(row, column)).join(" · ")}</span>
        </span>
      ))}
      {rows.length > shownRows && <span className="from">and {rows.length - shownRows} more rows</span>}
    </>
  );
}
