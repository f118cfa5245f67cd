// The few signs that the page uses, drawn on a grid of 16 with a line of 1.5.
const shapes = {
  above: "M8 13V3.500M4 7.500l4-4 4 4",
  add: "M8 3v10M3 8h10",
  again: "M13 8a5 5 0 1 1-1.500-3.550M13 2.500V5h-2.500",
  ask: "M3 8h9M8.500 4.500 12 8l-3.500 3.500",
  book: "M8 4.500C6.500 3.300 4.800 3 2.500 3v9c2.300 0 4 .3 5.500 1.500 1.500-1.200 3.200-1.500 5.500-1.500V3c-2.300 0-4 .3-5.500 1.500M8 4.500v9",
  chart: "M2.500 13.500h11M4.500 11V8M8 11V3.500M11.500 11V6",
  check: "M3 8.500 6.500 12 13 4.500",
  close: "m4 4 8 8M12 4l-8 8",
  copy: "M5.500 5.500v-3h8v8h-3M2.500 5.500h8v8h-8z",
  delete: "M3 4.500h10M6.500 4V2.500h3V4M4.500 4.500l.5 9h6l.5-9",
  down: "m4 6 4 4 4-4",
  download: "M8 2.500v8M4.500 7.500 8 11l3.500-3.500M3 13.500h10",
  drag: "M6 4h.01M10 4h.01M6 8h.01M10 8h.01M6 12h.01M10 12h.01",
  edit: "m10.500 3 2.500 2.500-7.500 7.500H3v-2.500z",
  file: "M4 2.500h5l3 3v8H4zM9 2.500v3h3",
  folder: "M2.500 3.500h4L8 5.500h5.500v7h-11z",
  follow: "M4 3v5.500h8M9 5.500l3 3-3 3",
  link: "M7 9a2.500 2.500 0 0 0 3.500 0L13 6.500A2.500 2.500 0 0 0 9.500 3L8.500 4M9 7a2.500 2.500 0 0 0-3.500 0L3 9.500A2.500 2.500 0 0 0 6.500 13l1-1",
  menu: "M2.500 4.500h11M2.500 8h11M2.500 11.500h11",
  more: "M3.500 8h.01M8 8h.01M12.500 8h.01",
  note: "M3 3.500h10M3 7h10M3 10.500h6",
  print: "M5 6V2.500h6V6M5 11.500H2.500V6h11v5.500H11M5 9.500h6v4H5z",
  right: "m6 4 4 4-4 4",
  search: "M7 11.500a4.500 4.500 0 1 0 0-9 4.500 4.500 0 0 0 0 9M10.500 10.500l3 3",
  settings: "M2.500 5h6M12 5h1.500M2.500 11H4M7.500 11h6M10 3.500v3M5.500 9.500v3",
  stop: "M4.500 4.500h7v7h-7z",
  table: "M2.500 3h11v10h-11zM2.500 6.500h11M6.500 3v10",
  undo: "M3 6.500h6.500a3.500 3.500 0 1 1 0 7H7M5.500 4 3 6.500 5.500 9",
  up: "m4 10 4-4 4 4",
  ahead: "M2.500 12 6 8l2.500 2M10 8.500l1-1M12.500 6l1-1",
  rail: "M2.500 3h11v10h-11zM6.500 3v10",
  data: "M13 4c0 1.100-2.200 2-5 2S3 5.100 3 4s2.200-2 5-2 5 .9 5 2M3 4v8c0 1.100 2.200 2 5 2s5-.9 5-2V4M3 8c0 1.100 2.200 2 5 2s5-.9 5-2",
} as const;

export type IconName = keyof typeof shapes;

const dotted: readonly IconName[] = ["drag", "more"];

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg className="icon" width={size} height={size} viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth={dotted.includes(name) ? 2.2 : 1.5}
      strokeLinecap="round" strokeLinejoin="round" aria-hidden="true" focusable="false">
      <path d={shapes[name]} />
    </svg>
  );
}

/** The plumb line, which is also the sign of the program. */
export function Bob({ size = 16 }: { size?: number }) {
  return (
    <svg className="bob" width={size} height={size} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d="M8 .5v7" stroke="currentColor" strokeWidth="1.250" strokeLinecap="round" />
      <path d="M5 7h6l-1 4-2 4-2-4z" fill="currentColor" />
    </svg>
  );
}
