import { connect, createServer, type Socket } from "node:net";
import { listen } from "../../../local/ports.ts";
import type { Chance } from "../../simulation/chance.ts";

export interface CutterOptions {
  /** Where the connections go on to, on this machine. */
  target: number;
  chance: Chance;
  /** That a connection is cut when a piece of data passes, in either direction. */
  probability: number;
  onCut(): void;
}

export interface Cutter {
  port: number;
  close(): Promise<void>;
}

/** Passes TCP connections on, and cuts them now and then: before a request, or before its response. */
export async function startCutter(options: CutterOptions): Promise<Cutter> {
  const { target, chance, probability, onCut } = options;
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(target, "127.0.0.1");
    const cut = () => [near, far].forEach((socket) => void socket.destroy());
    const ways: [Socket, Socket][] = [
      [near, far],
      [far, near],
    ];
    for (const [from, to] of ways) {
      open.add(from);
      from.on("error", cut).on("close", () => {
        open.delete(from);
        to.end();
      });
      from.on("end", () => to.end());
      from.on("data", (piece) => {
        if (!chance.happens(probability)) return void to.write(piece);
        onCut();
        cut();
      });
    }
  });
  return {
    port: await listen(server, 0),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}
