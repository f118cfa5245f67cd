// Connects data: what kind, its form, a test, and the proof that nothing can be written.
import { Dialog } from "../ui/Dialog";
import { ConnectSteps } from "./ConnectSteps";

export function Connect({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Connect your data" onClose={onClose}>
      <ConnectSteps onDone={onClose} />
    </Dialog>
  );
}
