import { Dialog } from "../ui/Dialog";

export function Settings({ onClose }: { onClose: () => void }) {
  return <Dialog title="Settings" onClose={onClose}>{null}</Dialog>;
}
