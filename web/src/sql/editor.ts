// The editor of statements. It stands in a shadow root: there its styles are
// style sheets of the page's own making, which the page's policy allows.
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { sql } from "@codemirror/lang-sql";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightSpecialChars, keymap } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const look = EditorView.theme({
  "&": { color: "var(--ink)", backgroundColor: "transparent", fontSize: "13px" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", fontFeatureSettings: "\"calt\" 0", lineHeight: "20px", maxHeight: "420px", overflow: "auto" },
  ".cm-content": { padding: "12px 0", caretColor: "var(--accent)" },
  ".cm-line": { padding: "0 16px" },
  ".cm-cursor": { borderLeftColor: "var(--accent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { background: "var(--accent-soft)" },
});

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--code-keyword)", fontWeight: "500" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--code-string)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--code-number)" },
  { tag: tags.comment, color: "var(--code-comment)", fontStyle: "italic" },
  { tag: tags.operator, color: "var(--muted)" },
]);

export interface Options {
  text: string;
  label: string;
  onChange: (text: string) => void;
  onRun: (text: string) => void;
  onLeave: () => void;
}

export interface Editor {
  set: (text: string) => void;
  stop: () => void;
}

export function edit(host: HTMLElement, options: Options): Editor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open", delegatesFocus: true });
  root.replaceChildren();
  const run = ({ state }: EditorView) => {
    options.onRun(state.doc.toString());
    return true;
  };
  const leave = () => {
    options.onLeave();
    return true;
  };
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        highlightSpecialChars(), // what is not seen is shown, such as signs that turn the direction
        history(),
        drawSelection(),
        EditorView.lineWrapping,
        keymap.of([{ key: "Mod-Enter", run }, { key: "Escape", run: leave }, ...defaultKeymap, ...historyKeymap, indentWithTab]),
        sql(),
        look,
        syntaxHighlighting(colours),
        EditorView.contentAttributes.of({ "aria-label": options.label, spellcheck: "false", autocapitalize: "off" }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) options.onChange(update.state.doc.toString());
        }),
      ],
    }),
  });
  return {
    set: (text) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
    stop: () => view.destroy(),
  };
}
