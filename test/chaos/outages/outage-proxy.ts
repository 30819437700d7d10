import { connect, createServer, type Socket } from "node:net";
import { listen } from "../../../local/ports.ts";

/** Stands before a service on this machine: while it is shut, the service is not there. */
export class OutageProxy {
  readonly url: string;
  readonly #close: () => Promise<void>;
  readonly #sockets: Set<Socket>;
  readonly #state: { target: number; isOut: boolean };

  private constructor(url: string, parts: Parts) {
    this.url = url;
    this.#sockets = parts.sockets;
    this.#state = parts.state;
    this.#close = parts.close;
  }

  static async start(): Promise<OutageProxy> {
    const sockets = new Set<Socket>();
    const state = { target: 0, isOut: true };
    const server = createServer((near) => {
      if (state.isOut) return void near.destroy();
      const far = connect(state.target, "127.0.0.1");
      for (const socket of [near, far]) {
        sockets.add(socket);
        socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket));
      }
      near.pipe(far).pipe(near);
      near.on("close", () => far.destroy());
      far.on("close", () => near.destroy());
    });
    const url = `http://127.0.0.1:${await listen(server, 0)}`;
    const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
    return new OutageProxy(url, { sockets, state, close });
  }

  /** Lets calls through, to the service at this URL. */
  leadTo(target: string): void {
    this.#state.target = Number(new URL(target).port);
    this.open();
  }

  open(): void {
    this.#state.isOut = false;
  }

  /** Breaks every connection, and takes no new one. */
  shut(): void {
    this.#state.isOut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.shut();
    await this.#close();
  }
}

interface Parts {
  sockets: Set<Socket>;
  state: { target: number; isOut: boolean };
  close(): Promise<void>;
}
