import { createServer as createTcpServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { onTestFinished } from "vitest";
import type { Certificate } from "./certificates.ts";

/** What a receiver does with one connection once the first bytes of a request are there. */
export type Behaviour = (socket: Socket, requestNumber: number) => void;

export interface RawReceiver {
  port: number;
  connections(): number;
  /** Every request as it came, over all connections. */
  requests: string[];
  /** Resets every open connection. */
  reset(): void;
  /** Resolves once no connection is open. */
  allClosed(): Promise<void>;
}

export interface RawReceiverOptions {
  /** Without one it speaks plain TCP. */
  certificate?: Certificate;
  address?: string;
  port?: number;
}

/** A receiver on loopback that speaks byte by byte, until the test has finished. */
export async function startRawReceiver(
  behave: Behaviour,
  { certificate, address = "127.0.0.1", port = 0 }: RawReceiverOptions = {},
): Promise<RawReceiver> {
  const requests: string[] = [];
  const serve = (socket: Socket) => {
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      requests.push(bytes.toString());
      behave(socket, requests.length);
    });
  };
  const server = certificate ? createTlsServer(certificate, serve) : createTcpServer(serve);
  const open = new Set<Socket>();
  let connections = 0;
  server.on("connection", (socket) => {
    connections += 1;
    open.add(socket);
    socket.on("error", () => {}).on("close", () => open.delete(socket));
  });
  await new Promise<void>((listening) => server.listen(port, address, listening));
  onTestFinished(async () => {
    for (const socket of open) socket.destroy();
    await new Promise((closed) => server.close(closed));
  });
  return {
    port: portOf(server),
    connections: () => connections,
    requests,
    reset: () => {
      for (const socket of open) socket.resetAndDestroy();
    },
    allClosed: async () => {
      await Promise.all([...open].map((s) => new Promise((closed) => s.once("close", closed))));
    },
  };
}

/** Writes the text again and again, as fast as it is taken. */
export function endlessly(socket: Socket, text: string): void {
  const more = () => {
    while (!socket.destroyed && socket.write(text));
  };
  socket.on("drain", more);
  more();
}

/** Writes one byte every 100 ms. */
export function drip(socket: Socket, text: string): void {
  let next = 0;
  const timer = setInterval(() => {
    if (socket.destroyed) clearInterval(timer);
    else socket.write(text.charAt(next++ % text.length));
  }, 100);
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
