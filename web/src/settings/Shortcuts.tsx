// The list of keys, as the commands declare them.
import { commands, type Command } from "../app/commands";
import { Dialog } from "../ui/Dialog";
import { Keys } from "./Keys";
import "./settings.css";

// Keys that belong to a place rather than to a command.
const inPlaces: { title: string; keys: string[] }[] = [
  { title: "Send the question", keys: ["Enter"] },
  { title: "New line in the question", keys: ["Shift Enter"] },
  { title: "Run the edited SQL", keys: ["Ctrl Enter"] },
  { title: "Close a menu or window, or leave a field", keys: ["Esc"] },
];

const groups: Command["group"][] = ["Ask", "Cells", "Page"];

export function Shortcuts({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose} wide>
      <div className="shortcuts">
        {groups.map((group) => (
          <List key={group} title={group} rows={commands.filter((command) => command.group === group && command.keys)} />
        ))}
        <List title="In fields" rows={inPlaces} />
      </div>
    </Dialog>
  );
}

function List({ title, rows }: { title: string; rows: { title: string; keys?: string[] }[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <dl>
        {rows.map((row) => (
          <div key={row.title}>
            <dt>{row.title}</dt>
            <dd>
              {row.keys?.map((keys, i) => (
                <span key={keys}>
                  {i > 0 && " or "}
                  <Keys keys={keys} />
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
