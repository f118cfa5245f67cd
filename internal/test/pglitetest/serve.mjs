// Serves a PostgreSQL with pgvector in memory, for the Go tests: prints its port as JSON once
// it accepts connections, and ends with its standard input or after the seconds that it is
// given.
import { PGlite } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite/vector";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";

setTimeout(() => process.exit(1), 1000 * Number(process.argv[2])).unref();
process.stdin.on("end", () => process.exit(0)).resume();

const db = await PGlite.create({ extensions: { vector } });
// Others than the one connection are those that are being closed, or ask to cancel something.
const server = new PGLiteSocketServer({ db, host: "127.0.0.1", port: 0, maxConnections: 8 });
server.addEventListener("listening", ({ detail }) => console.log(JSON.stringify({ port: detail.port })));
await server.start();
