import { once } from "node:events";
import { connect } from "node:net";
import { Worker } from "node:worker_threads";
import { onTestFinished } from "vitest";

const program = `
  const { connect, createServer } = require("node:net");
  const { parentPort, workerData } = require("node:worker_threads");
  const { address, port, mayAccept } = workerData;
  const server = createServer((socket) => {
    const there = connect(port, "127.0.0.1");
    for (const each of [socket, there]) each.on("error", () => {});
    socket.pipe(there).pipe(socket);
  });
  server.listen({ host: address, port, backlog: 1 }, () => {
    parentPort.postMessage("listening");
    Atomics.wait(mayAccept, 0, 0);
  });
`;

/**
 * Listens at an address of loopback with a queue that is full, so that the system drops what comes:
 * an address that says nothing. Once it accepts, it hands all to this port of 127.0.0.1.
 */
export async function startFullReceiver(address: string, port: number) {
  const mayAccept = new Int32Array(new SharedArrayBuffer(4));
  const workerData = { address, port, mayAccept };
  const worker = new Worker(program, { eval: true, workerData });
  await once(worker, "message");
  const waiting = [1, 2].map(() => connect(port, address).on("error", () => {}));
  await Promise.all(waiting.map((socket) => once(socket, "connect")));
  const accept = () => {
    Atomics.store(mayAccept, 0, 1);
    Atomics.notify(mayAccept, 0);
  };
  onTestFinished(async () => {
    accept();
    for (const socket of waiting) socket.destroy();
    await worker.terminate();
  });
  return { accept };
}
