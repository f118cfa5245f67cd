import { Dialog } from "../ui/Dialog";

export function Palette({ onClose }: { onClose: () => void }) {
  return <Dialog title="Find a command" onClose={onClose} bare>{null}</Dialog>;
}
