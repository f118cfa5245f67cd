import { Dialog } from "../ui/Dialog";

export function Connect({ onClose }: { onClose: () => void }) {
  return <Dialog title="Connect your data" onClose={onClose}>{null}</Dialog>;
}
