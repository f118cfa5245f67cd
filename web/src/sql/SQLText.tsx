// A statement to read.
import { memo } from "react";
import { straight } from "../ui/straight";
import "./sql.css";
import { tokens } from "./tokens";

export const SQLText = memo(function SQLText({ sql }: { sql: string }) {
  return <code>{tokens(straight(sql)).map((token, i) => (token.kind === "plain" ? token.text : <span key={i} className={`code-${token.kind}`}>{token.text}</span>))}</code>;
});
