// A button with a list of things to do, by mouse and by keyboard.
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { Icon, type IconName } from "./Icon";
import { useSide } from "./inview";

export interface MenuItem {
  label: string;
  icon?: IconName;
  keys?: string;
  harm?: boolean;
  ruled?: boolean; // a line above it
  run?: () => void;
  href?: string; // of a download
  file?: string; // what it is called, where the server does not say
}

interface Props {
  label: string;
  items: MenuItem[];
  children: ReactNode;
  className?: string;
  side?: "left" | "right";
  above?: boolean;
}

export function Menu({ label, items, children, className = "quiet only", side = "right", above = false }: Props) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const place = useSide(open, button, list, above, () => setOpen(false));

  useEffect(() => {
    if (!open) return;
    root.current?.querySelector<HTMLElement>("[role=menuitem]")?.focus({ preventScroll: true });
    const outside = (event: PointerEvent) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener("pointerdown", outside);
    return () => document.removeEventListener("pointerdown", outside);
  }, [open]);

  function close() {
    setOpen(false);
    button.current?.focus();
  }

  function keys(event: KeyboardEvent) {
    const all = [...(root.current?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? [])];
    const at = all.findIndex((item) => item === document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 + all.length, Home: 0, End: all.length - 1 }[event.key];
    if (event.key === "Escape") close();
    else if (event.key === "Tab") setOpen(false);
    else if (to === undefined) return;
    else all[to % all.length]?.focus();
    if (event.key !== "Tab") event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div className="menu" ref={root}>
      <button type="button" ref={button} className={className} aria-label={label} title={label} aria-haspopup="menu" aria-expanded={open}
        aria-controls={open ? id : undefined} onClick={() => setOpen(!open)}>
        {children}
      </button>
      {open && (
        <div id={id} ref={list} role="menu" aria-label={label} className={`menu-list ${side === "left" ? "left" : ""} ${place?.above ?? above ? "above" : ""}`}
          style={place ? { maxHeight: Math.min(place.most, highest) } : undefined} onKeyDown={keys}>
          {items.map((item) => (
            <Item key={item.label} item={item} done={close} />
          ))}
        </div>
      )}
    </div>
  );
}

const highest = 520; // pixels

function Item({ item, done }: { item: MenuItem; done: () => void }) {
  const inner = (
    <>
      {item.icon && <Icon name={item.icon} />}
      {item.label}
      {item.keys && <kbd>{item.keys}</kbd>}
    </>
  );
  const className = item.harm ? "menu-item harm" : "menu-item";
  return (
    <>
      {item.ruled && <div className="menu-rule" role="separator" />}
      {item.href ? (
        <a role="menuitem" tabIndex={-1} className={className} href={item.href} download={item.file ?? true} onClick={done}>{inner}</a>
      ) : (
        <button type="button" role="menuitem" tabIndex={-1} className={className} onClick={() => { done(); item.run?.(); }}>{inner}</button>
      )}
    </>
  );
}
