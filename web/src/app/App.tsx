import { useEffect } from "react";
import { Connect } from "../connect/Connect";
import { Dropping } from "../knowledge/Dropping";
import { Knowledge } from "../knowledge/Knowledge";
import { PassageWindow } from "../knowledge/PassageWindow";
import { Notebook } from "../notebook/Notebook";
import { Palette } from "../palette/Palette";
import { Rail } from "../rail/Rail";
import { Banner } from "../settings/Banner";
import { Settings } from "../settings/Settings";
import { Shortcuts } from "../settings/Shortcuts";
import { store, useStore } from "../store/store";
import "../ui/ui.css";
import "./app.css";
import { Header } from "./Header";
import { useKeys } from "./keys";
import { useNotebookOfAddress } from "./route";

const narrow = "(max-width: 900px)";

export function App() {
  useNotebookOfAddress();
  useKeys();
  const rail = useStore((state) => state.rail);
  const overlay = useStore((state) => state.overlay);
  const close = () => store.dispatch({ type: "overlay", overlay: null });

  useEffect(() => {
    if (window.matchMedia(narrow).matches) store.dispatch({ type: "rail", open: false });
  }, []);

  return (
    <div className={rail ? "app with-rail" : "app"}>
      <a className="skip" href="#ask">Skip to the question</a>
      <aside className="rail" aria-label="Notebooks and data" inert={!rail}>
        <Rail />
      </aside>
      {rail && <button type="button" className="rail-shade" aria-label="Close sidebar" tabIndex={-1} onClick={() => store.dispatch({ type: "rail", open: false })} />}
      <div className="page">
        <Header />
        <Banner />
        <Notebook />
      </div>
      <Dropping />
      {overlay === "knowledge" && <Knowledge onClose={close} />}
      {overlay === "passage" && <PassageWindow onClose={close} />}
      {overlay === "connect" && <Connect onClose={close} />}
      {overlay === "palette" && <Palette onClose={close} />}
      {overlay === "settings" && <Settings onClose={close} />}
      {overlay === "shortcuts" && <Shortcuts onClose={close} />}
    </div>
  );
}
