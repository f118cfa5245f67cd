// Files that are dropped on the page become documents, if they are some.
import { useEffect, useState } from "react";
import { notify } from "../store/attempt";
import { store } from "../store/store";
import "./knowledge.css";
import { isDocument, sendFiles } from "./upload";

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;

export function Dropping() {
  const [over, setOver] = useState(false);
  useEffect(() => {
    let depth = 0;
    const enter = (event: DragEvent) => { if (hasFiles(event)) { depth++; setOver(true); } };
    const leave = (event: DragEvent) => { if (hasFiles(event) && --depth <= 0) { depth = 0; setOver(false); } };
    const move = (event: DragEvent) => { if (hasFiles(event)) event.preventDefault(); };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault(); // the browser would leave the page for the file
      depth = 0;
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      const documents = files.filter((file) => isDocument(file.name));
      if (documents.length > 0) void sendFiles(documents);
      if (documents.length < files.length) {
        notify("Data files are connected from where they are.", { hint: "Choose the file in Connect your data.", action: { label: "Connect", run: () => store.dispatch({ type: "overlay", overlay: "connect" }) } });
      }
    };
    window.addEventListener("dragenter", enter);
    window.addEventListener("dragleave", leave);
    window.addEventListener("dragover", move);
    window.addEventListener("drop", drop);
    return () => {
      window.removeEventListener("dragenter", enter);
      window.removeEventListener("dragleave", leave);
      window.removeEventListener("dragover", move);
      window.removeEventListener("drop", drop);
    };
  }, []);
  if (!over) return null;
  return <div className="dropping" role="status"><p>Drop documents to look things up in them</p></div>;
}
