// A line over which the events of a notebook come. A browser opens many sockets
// to a server, but only six streams over all of its tabs; a stream is for where
// something between lets no socket through.
import { api } from "../api/client";
import type { LogEvent, ServerMessage } from "../api/types";

export interface Listener {
  /** The notebook is followed now. */
  live: () => void;
  event: (event: LogEvent) => void;
  /** Nothing more comes over this line. Told is true where it is the server that says so: the notebook may be gone. */
  broken: (told: boolean) => void;
}

export interface Line {
  close: () => void;
}

export type OpenLine = (notebook: string, after: number, listener: Listener) => Line;

const openWithin = 5_000;
const quietFor = 40_000; // the server says something every 15 seconds

export const openSocket: OpenLine = (notebook, after, listener) => {
  const socket = new WebSocket(api.socketAddress());
  const follow = (from: number) => socket.send(JSON.stringify({ type: "follow", notebook, after: from }));
  let over = false;
  let timer = 0;
  const close = () => {
    over = true;
    clearTimeout(timer);
    socket.close();
  };
  const end = (told: boolean) => {
    if (over) return;
    close();
    listener.broken(told);
  };
  const expectWithin = (time: number) => {
    clearTimeout(timer);
    timer = window.setTimeout(() => end(false), time);
  };
  expectWithin(openWithin);
  socket.onopen = () => follow(after);
  socket.onclose = () => end(false);
  socket.onmessage = ({ data }: MessageEvent<string>) => {
    if (over) return;
    expectWithin(quietFor);
    const message = JSON.parse(data) as ServerMessage;
    switch (message.type) {
      case "here":
        return listener.live();
      case "event":
        return listener.event(message.event);
      case "lagging":
        return follow(message.after);
      case "error":
        return end(true);
    }
  };
  return { close };
};

// One of each, so that the compiler says when the server has another.
const kinds: Record<LogEvent["kind"], true> = {
  "session.started": true, "session.hidden": true, "question.asked": true, stage: true, "sql.drafted": true, "sql.checked": true, "sql.ran": true,
  "tool.called": true, "tool.answered": true, "model.escalated": true, "documents.searched": true, "memory.recalled": true, "answer.judged": true, phase: true, "plan.proposed": true, "step.started": true, "step.finished": true, "step.failed": true, "answer.drawn": true, "cell.recorded": true, diagnostic: true, "turn.ended": true,
  "notebook.changed": true,
};

export const openStream: OpenLine = (notebook, after, listener) => {
  let stream: EventSource;
  const open = (from: number) => {
    let last = from;
    stream = new EventSource(api.eventsPath(notebook, from));
    stream.onopen = () => listener.live();
    stream.onerror = (event) => {
      stream.close();
      listener.broken(event instanceof MessageEvent);
    };
    stream.addEventListener("lagging", () => {
      stream.close();
      open(last);
    });
    for (const kind of Object.keys(kinds)) {
      stream.addEventListener(kind, ({ data }: MessageEvent<string>) => {
        const event = JSON.parse(data) as LogEvent;
        last = event.id;
        listener.event(event);
      });
    }
  };
  open(after);
  return { close: () => stream.close() };
};
