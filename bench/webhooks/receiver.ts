import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";
import type { CertificateFiles } from "../../local/certificate-authority.ts";
import { listen } from "../../local/ports.ts";
import { serveTrial, TrialProcess } from "../service/trial-process.ts";

/** How a path responds: 200 at once with a few bytes by default. */
const Behaviour = z.object({ status: z.int(), hangMs: z.number(), bodyBytes: z.int() });
export type Behaviour = z.infer<typeof Behaviour>;

/** What to count: deliveries, however often they came, or requests; at one path or at all. */
const Counted = z.object({
  each: z.enum(["delivery", "request"]).default("delivery"),
  path: z.string().optional(),
});

const Command = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("begin") }),
  z.object({ kind: z.literal("behave"), paths: z.record(z.string(), Behaviour) }),
  z.object({ kind: z.literal("count"), what: Counted }),
  z.object({ kind: z.literal("take") }),
]);
type Command = z.infer<typeof Command>;

const Arrival = z.object({
  deliveryId: z.string(),
  path: z.string(),
  atMs: z.number(),
  /** When the response was handed over, to a connection that was open. */
  respondedMs: z.number().optional(),
});
export type Arrival = z.infer<typeof Arrival>;

const Taken = z.object({
  /** In order, repeated ones too. */
  arrivals: z.array(Arrival),
  /** All that came over TCP, with TLS. */
  bytes: z.int(),
});
type Taken = z.infer<typeof Taken>;

/** Several times the visibility timeout of the attempt queues. */
const longestWaitMs = 120_000;

/**
 * A real HTTPS receiver in a process of its own. Leaner than local/receiver: it notes when the head
 * of a request has come and verifies no signature, so that it takes little from what is measured.
 */
export class WebhookReceiver extends TrialProcess {
  url = "";

  static async start(argument: CertificateFiles): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver(import.meta.filename, { argument, env: {} });
    const port = z.number().parse(await receiver.ask({ kind: "begin" } satisfies Command));
    receiver.url = `https://localhost:${port}`;
    return receiver;
  }

  /** Applies from now on; hanging requests get their response at once. */
  async behave(paths: Record<string, Behaviour>): Promise<void> {
    await this.ask({ kind: "behave", paths });
  }

  /** What came since the last time. */
  async take(): Promise<Taken> {
    return Taken.parse(await this.ask({ kind: "take" }));
  }

  /** Waits until so many have come since the last take. */
  async waitFor(count: number, what: z.input<typeof Counted> = {}): Promise<void> {
    const deadline = performance.now() + longestWaitMs;
    for (;;) {
      const came = z.number().parse(await this.ask({ kind: "count", what: Counted.parse(what) }));
      if (came >= count) return;
      if (performance.now() > deadline) throw new Error(`only ${came} of ${count} came`);
      await delay(100);
    }
  }
}

await serveTrial(import.meta.filename, (files) => receiver(files as CertificateFiles));

function receiver(files: CertificateFiles): (message: unknown) => Promise<unknown> {
  const hanging = new Set<() => void>();
  const sockets = new Set<Socket>();
  let closedBytes = 0;
  let taken: Taken = { arrivals: [], bytes: 0 };
  let paths: Record<string, Behaviour> = {};
  const tls = { cert: readFileSync(files.certificate), key: readFileSync(files.key) };
  const server = createServer(tls, (request, response) => {
    const path = request.url ?? "";
    const deliveryId = String(request.headers["x-service-delivery"]);
    const arrival: Arrival = { deliveryId, path, atMs: Date.now() };
    taken.arrivals.push(arrival);
    const { status = 200, hangMs = 0, bodyBytes = 9 } = paths[path] ?? {};
    const respond = () => {
      hanging.delete(respond);
      clearTimeout(timer);
      if (!request.socket.destroyed) arrival.respondedMs = Date.now();
      response.writeHead(status).end("r".repeat(bodyBytes));
    };
    const timer = hangMs > 0 ? setTimeout(respond, hangMs) : undefined;
    request.resume().on("end", hangMs > 0 ? () => hanging.add(respond) : respond);
  });
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => {
      sockets.delete(socket);
      closedBytes += socket.bytesRead;
    });
  });
  const allBytes = () => [...sockets].reduce((sum, { bytesRead }) => sum + bytesRead, closedBytes);
  let seenBytes = 0;
  return async (message) => {
    const command = Command.parse(message);
    switch (command.kind) {
      case "begin":
        return await listen(server, 0);
      case "behave":
        paths = command.paths;
        for (const respond of hanging) respond();
        return true;
      case "count":
        return counted(taken.arrivals, command.what);
      case "take": {
        const bytes = allBytes();
        const result = { ...taken, bytes: bytes - seenBytes };
        seenBytes = bytes;
        taken = { arrivals: [], bytes: 0 };
        return result;
      }
    }
  };
}

function counted(arrivals: Arrival[], { each, path }: z.output<typeof Counted>): number {
  const there = arrivals.filter((one) => path === undefined || one.path === path);
  if (each === "request") return there.length;
  return new Set(there.map(({ deliveryId }) => deliveryId)).size;
}
