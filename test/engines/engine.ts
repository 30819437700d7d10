import type { ChildProcess } from "node:child_process";
import * as z from "zod";

/** What a browser responds with, in its protocol's own form. */
export const Reply = z.any();
export type Reply = z.infer<typeof Reply>;

/** A page of a browser, as far as the checks need it. */
export interface EnginePage extends AsyncDisposable {
  open(url: string): Promise<void>;
  /** The value of an expression in the page. */
  evaluate(expression: string): Promise<unknown>;
  /** Presses and releases at a point of the page, as a person does. */
  press(x: number, y: number): Promise<void>;
}

export interface Engine {
  /** Chromium's major version; undefined for other engines, which are current. */
  chromium: number | undefined;
  name: string;
  launch(): Promise<EnginePage>;
}

const waitMs = 20_000;

/** Calls until the value is there; the error says what it was at the end. */
export async function until<Value>(
  what: string,
  read: () => Promise<Value> | Value,
  is: (value: Value) => boolean,
): Promise<Value> {
  const endMs = performance.now() + waitMs;
  for (;;) {
    const value = await Promise.resolve(read()).catch((error: Error) => error);
    if (!(value instanceof Error) && is(value)) return value;
    if (performance.now() > endMs) {
      throw new Error(`${what}: ${value instanceof Error ? value.message : JSON.stringify(value)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Presses what a selector finds, once it can be seen. */
export async function press(page: EnginePage, selector: string): Promise<void> {
  const expression = `(() => {
    const found = document.querySelector(${JSON.stringify(selector)});
    const box = found && found.getBoundingClientRect();
    return box && box.width > 0 ? [box.x + box.width / 2, box.y + box.height / 2] : null;
  })()`;
  const point = await until(selector, () => page.evaluate(expression), Array.isArray);
  const [x, y] = point as [number, number];
  await page.press(Math.round(x), Math.round(y));
}

/** Waits until the text of what a selector finds, as it can be seen, is this. */
export async function shows(page: EnginePage, selector: string, text: RegExp): Promise<void> {
  const expression = `(() => {
    const found = document.querySelector(${JSON.stringify(selector)});
    return found && found.getClientRects().length > 0 ? found.textContent : null;
  })()`;
  await until(
    `${selector} does not show ${text}`,
    () => page.evaluate(expression),
    (found) => typeof found === "string" && text.test(found),
  );
}

/** The first match in what a program prints. */
export async function printed(program: ChildProcess, pattern: RegExp): Promise<string> {
  let output = "";
  for (const stream of [program.stdout, program.stderr]) {
    stream?.on("data", (chunk) => {
      output += chunk;
    });
  }
  await until(
    "the browser did not start",
    () => output,
    (text) => pattern.test(text),
  );
  return pattern.exec(output)?.[1] ?? "";
}

/** Requests and responses in JSON over a WebSocket: what Chromium's protocol and BiDi have in common. */
export async function jsonSocket(url: string) {
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error(`no connection to ${url}`));
  });
  const waiting = new Map<number, (message: Record<string, unknown>) => void>();
  let last = 0;
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(String(data));
    waiting.get(message.id)?.(message);
  };
  return {
    async send(method: string, params: object, sessionId?: string): Promise<Reply> {
      const id = ++last;
      const response = new Promise<Record<string, unknown>>((resolve) => waiting.set(id, resolve));
      socket.send(JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) }));
      const { result, error, message } = await response;
      waiting.delete(id);
      if (error) throw new Error(`${method}: ${JSON.stringify(message ?? error)}`);
      return result;
    },
    close: () => socket.close(),
  };
}
