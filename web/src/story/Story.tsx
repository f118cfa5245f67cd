// Shows a story. A verified number is a quiet link to its rows.
import { createContext, useContext, useId, useRef, useState, type ReactNode } from "react";
import type { DataReference } from "../api/types";
import { useSide } from "../ui/inview";
import { straight } from "../ui/straight";
import type { Block, Inline } from "./parse";
import "./story.css";

/** How a story is tied to the rest of its cell. */
export interface Ties {
  /** Sentences that speak of what is pointed at elsewhere. */
  litSentences: ReadonlySet<number>;
  onClaim: (ref: DataReference | null) => void;
  onOpen: (ref: DataReference) => void;
  evidence: (ref: DataReference) => ReactNode;
  /** Opens the passage of a number. */
  onCite: (number: number) => void;
  /** Where the passage of a number is. */
  placed: (number: number) => string;
}

const unbound: Ties = { litSentences: new Set(), onClaim: () => {}, onOpen: () => {}, evidence: () => null, onCite: () => {}, placed: () => "" };
export const StoryTies = createContext<Ties>(unbound);

export function Blocks({ blocks }: { blocks: Block[] }) {
  return blocks.map((block, i) => {
    switch (block.type) {
      case "paragraph":
        return <p key={i}><Inlines list={block.children} /></p>;
      case "heading":
        return <h3 key={i}><Inlines list={block.children} /></h3>;
      case "quote":
        return <blockquote key={i}><Inlines list={block.children} /></blockquote>;
      case "table":
        return <Grid key={i} table={block} />;
      case "list": {
        const items = block.items.map((item, n) => <li key={n}><Inlines list={item} /></li>);
        return block.ordered ? <ol key={i}>{items}</ol> : <ul key={i}>{items}</ul>;
      }
    }
  });
}

function Grid({ table: { head, rows, numeric } }: { table: Extract<Block, { type: "table" }> }) {
  const side = (n: number) => (numeric[n] ? "number" : undefined);
  return (
    <table className="grid">
      <thead><tr>{head.map((cell, n) => <th key={n} className={side(n)}><Inlines list={cell} /></th>)}</tr></thead>
      <tbody>{rows.map((row, i) => <tr key={i}>{row.map((cell, n) => <td key={n} className={side(n)}><Inlines list={cell} /></td>)}</tr>)}</tbody>
    </table>
  );
}

export function Inlines({ list }: { list: Inline[] }) {
  return list.map((node, i) => {
    switch (node.type) {
      case "strong":
        return <strong key={i}><Inlines list={node.children} /></strong>;
      case "em":
        return <em key={i}><Inlines list={node.children} /></em>;
      case "code":
        return <code key={i}>{straight(node.text)}</code>;
      case "cite":
        return <Cite key={i} number={node.number} />;
      case "link":
        return <a key={i} href={node.href} target="_blank" rel="noopener noreferrer nofollow"><Inlines list={node.children} /></a>;
      case "text":
        return <Text key={i} node={node} />;
    }
  });
}

function Cite({ number }: { number: number }) {
  const ties = useContext(StoryTies);
  const place = ties.placed(number);
  return <button type="button" className="cite" aria-label={`Source ${number}: ${place}`} title={place} onClick={() => ties.onCite(number)}>[{number}]</button>;
}

function Text({ node }: { node: Extract<Inline, { type: "text" }> }) {
  const text = straight(node.text);
  const { litSentences } = useContext(StoryTies);
  const lit = node.sentence >= 0 && litSentences.has(node.sentence);
  if (node.ref) return <Claim text={text} claim={node.ref} lit={lit} />;
  if (node.doubt) return <span className="unverified" title="Unverified: the rows don't support this.">{text}</span>;
  return lit ? <span className="told">{text}</span> : text;
}

function Claim({ text, claim, lit }: { text: string; claim: DataReference; lit: boolean }) {
  const ties = useContext(StoryTies);
  const [open, setOpen] = useState(false);
  const id = useId();
  const words = useRef<HTMLSpanElement>(null);
  const card = useRef<HTMLSpanElement>(null);
  const side = useSide(open, words, card, false, () => setOpen(false));
  const show = (on: boolean) => {
    setOpen(on);
    ties.onClaim(on ? claim : null);
  };
  return (
    <span ref={words} className={lit ? "claim told" : "claim"} role="button" tabIndex={0} data-ref={claim.ref_id} aria-describedby={open ? id : undefined}
      onPointerEnter={() => show(true)} onPointerLeave={() => show(false)} onFocus={() => show(true)} onBlur={() => show(false)}
      onClick={() => ties.onOpen(claim)}
      onKeyDown={(event) => {
        if (event.key === "Enter" || event.key === " ") {
          event.preventDefault();
          ties.onOpen(claim);
        } else if (event.key === "Escape") show(false);
      }}>
      {text}
      {open && (
        <span className={side?.above ? "evidence above" : "evidence"} role="tooltip" id={id} ref={(element) => keepInside(card.current = element)} style={side ? { maxHeight: side.most } : undefined}>
          {ties.evidence(claim)}
        </span>
      )}
    </span>
  );
}

const margin = 12;

// A card at the edge of the window would be cut off.
function keepInside(card: HTMLElement | null): void {
  if (!card) return;
  const box = card.getBoundingClientRect();
  const over = box.right - (document.documentElement.clientWidth - margin);
  const shift = over > 0 ? -over : box.left < margin ? margin - box.left : 0;
  if (shift !== 0) card.style.marginLeft = `${shift}px`;
}
