import { Dialog } from "../ui/Dialog";

export function Shortcuts({ onClose }: { onClose: () => void }) {
  return <Dialog title="Keyboard shortcuts" onClose={onClose}>{null}</Dialog>;
}
