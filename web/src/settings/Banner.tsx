// Says that the page and Plumb have lost each other, until they are back.
import { useEffect, useState } from "react";
import { useStore } from "../store/store";
import "./settings.css";

// A shorter interruption ends before anyone needs to know.
const patience = 1_500;

export function Banner() {
  const lost = useStore((state) => state.link === "lost");
  const refusal = useStore((state) => state.refusal);
  const offline = useOffline();
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!lost && !offline) {
      setShown(false);
      return;
    }
    const timer = setTimeout(() => setShown(true), offline ? 0 : patience);
    return () => clearTimeout(timer);
  }, [lost, offline]);
  return (
    <div role="status">
      {shown && (
        <p className="banner">
          <span className="banner-dot" aria-hidden="true" />
          {offline
            ? "You are offline. New answers appear when the network is back."
            : refusal
            ? `This page shows no new answers: ${refusal.message} ${refusal.hint}`
            : "Connection to Plumb lost. Reconnecting; running questions continue. If this persists, check that plumb start is running."}
        </p>
      )}
    </div>
  );
}

// On a loopback address the network does not matter.
function useOffline(): boolean {
  const local = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  const [offline, setOffline] = useState(!local && !navigator.onLine);
  useEffect(() => {
    if (local) return;
    const look = () => setOffline(!navigator.onLine);
    window.addEventListener("online", look);
    window.addEventListener("offline", look);
    return () => {
      window.removeEventListener("online", look);
      window.removeEventListener("offline", look);
    };
  }, [local]);
  return offline;
}
