// A look ahead from a chart over time.
import { useEffect, useRef, useState } from "react";
import type { Cell } from "../api/types";
import { ask } from "../store/actions";
import { Icon } from "../ui/Icon";

const techniques = [
  ["forecast", "Automatic"],
  ["seasonal", "Seasonal trend"],
  ["trend", "Linear trend"],
  ["montecarlo", "Simulation"],
] as const;

const horizons = [3, 6, 12, 24];
const seasons = 24; // points that a season needs

export function Ahead({ cell }: { cell: Cell }) {
  const [open, setOpen] = useState(false);
  const unit = cell.chart?.plan?.period ?? "period";
  const seasonal = (cell.result?.row_count ?? 0) >= seasons;
  const [technique, setTechnique] = useState<string>("forecast");
  const [count, setCount] = useState(6);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!open) return;
    root.current?.querySelector<HTMLElement>("select")?.focus();
    const outside = (event: PointerEvent) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener("pointerdown", outside);
    return () => document.removeEventListener("pointerdown", outside);
  }, [open]);

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };

  const look = () => {
    close();
    const plan = cell.chart?.plan;
    void ask({ parent: cell.id, whatif: { technique, horizon: { count }, ...(plan?.y?.[0] && { measure: plan.y[0] }), ...(plan?.x && { time: plan.x }) } });
  };

  return (
    <div className="menu ahead" ref={root} onKeyDown={(event) => event.key === "Escape" && close()}>
      <button ref={button} type="button" className="quiet" aria-expanded={open} onClick={() => setOpen(!open)}><Icon name="ahead" /> Forecast</button>
      {open && (
        <form className="menu-list ahead-form" onSubmit={(event) => { event.preventDefault(); look(); }}>
          <label>Method<select className="field" value={technique} onChange={(event) => setTechnique(event.target.value)}>
            {techniques.map(([name, label]) => <option key={name} value={name} disabled={name === "seasonal" && !seasonal}>{label}</option>)}
          </select></label>
          <label>Horizon<select className="field" value={count} onChange={(event) => setCount(Number(event.target.value))}>
            {horizons.map((n) => <option key={n} value={n}>{n} {unit}s</option>)}
          </select></label>
          <button type="submit" className="button main">Forecast</button>
        </form>
      )}
    </div>
  );
}
