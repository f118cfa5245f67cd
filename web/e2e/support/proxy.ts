// Stands between the page and Plumb, and can be cut.
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

export interface Proxy {
  port: number;
  /** Ends every connection, and takes none until it is mended. */
  cut: () => void;
  mend: () => void;
  close: () => Promise<void>;
}

/** Stands before a port. Some let no sockets through. */
export async function proxyTo(port: number, { sockets: passes = true } = {}): Promise<Proxy> {
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
        if (!passes && one === from && data.includes("Upgrade: websocket")) from.end("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
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
    mend: () => { whole = true; },
    close: () => new Promise((resolve) => {
      cut();
      server.close(() => resolve());
    }),
  };
}
