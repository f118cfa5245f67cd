// Stands between the page and Plumb, and can be cut.
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

export interface Proxy {
  port: number;
  /** Ends every connection, and takes none until it is fixed. */
  cut: () => void;
  fix: () => void;
  close: () => Promise<void>;
}

// How requests for what only one kind of proxy lets through begin.
const refused = { stream: /^Upgrade: websocket/im, socket: /^GET \/api\/notebooks\/[^ ]*\/events/m };

/** Stands before a port. Events come over one way only, or over any. */
export async function proxyTo(port: number, way?: keyof typeof refused): Promise<Proxy> {
  const sockets = new Set<Socket>();
  let whole = true;
  const server = createServer((from) => {
    if (!whole) {
      from.destroy();
      return;
    }
    const to = connect(port, "127.0.0.1");
    for (const [one, other] of [[from, to], [to, from]] as const) {
      sockets.add(one);
      one.on("data", (data) => {
        if (way && one === from && refused[way].test(data.toString("latin1"))) from.end("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
        else other.write(data);
      });
      one.on("end", () => other.end());
      one.on("error", () => other.destroy());
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const cut = () => {
    whole = false;
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    fix: () => { whole = true; },
    close: () => new Promise((resolve) => {
      cut();
      server.close(() => resolve());
    }),
  };
}
