import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { createServer as createTcpServer, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import * as z from "zod";
import { Markup, markup } from "../core/markup.ts";
import type { CertificateFiles } from "./certificate-authority.ts";
import { listen, unusablePort } from "./ports.ts";

/** Incoming webhooks as Slack and Mattermost have them, and a page with what came. */
export interface ChatPage extends AsyncDisposable {
  /** Without a trailing slash; the webhooks are below it, with https. */
  url: string;
}

interface Message {
  at: string;
  path: string;
  text: string;
}

const keptMessages = 200;
/** The first byte of a TLS connection. */
const handshake = 0x16;

/** One port for both: browsers on this machine do not trust its certificate, and the service posts to HTTPS only. */
export async function startChatPage(
  port: number,
  certificates: CertificateFiles,
): Promise<ChatPage> {
  const messages: Message[] = [];
  const respond = (request: IncomingMessage, response: ServerResponse) =>
    void handle(request, response, messages).catch(() => response.destroy());
  const plain = createServer(respond);
  const secure = createTlsServer(
    { cert: readFileSync(certificates.certificate), key: readFileSync(certificates.key) },
    respond,
  );
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => socket.destroy());
    socket.once("readable", () => {
      const first: Buffer | null = socket.read();
      if (first === null) return;
      socket.unshift(first);
      (first[0] === handshake ? secure : plain).emit("connection", socket);
    });
  });
  const bound = await listen(server, port).catch((cause) => {
    throw unusablePort(port, "--chat-port", cause);
  });
  return {
    url: `http://localhost:${bound}`,
    async [Symbol.asyncDispose]() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

const Body = z.object({ text: z.string().min(1) });

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  messages: Message[],
): Promise<void> {
  const { method, url = "/", headers } = request;
  if (method === "POST" && url.startsWith("/hooks/")) {
    const body = Body.safeParse(jsonOf(await text(request)));
    if (!body.success) return send(response, 400, "text/plain", "invalid_payload");
    messages.unshift({ at: new Date().toISOString(), path: url, text: body.data.text });
    messages.length = Math.min(messages.length, keptMessages);
    return send(response, 200, "text/plain", "ok");
  }
  // A name that somebody else has pointed to this machine is none of its own.
  const isOwn = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(headers.host ?? "");
  if (isOwn && url === "/") return send(response, 200, "text/html", page(messages));
  if (isOwn && url === "/messages.json") {
    return send(response, 200, "application/json", JSON.stringify(messages));
  }
  send(response, 404, "text/plain", "There is no such page.");
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, {
    "content-type": `${type}; charset=utf-8`,
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  response.end(body);
}

/** As chat programs show it: without the escapes, and with the links. */
function page(messages: Message[]): string {
  const shown = messages.map(({ at, path, text: message }) => {
    const parts = message.split(/(https?:\/\/\S+)/).map(unescaped);
    const linked = parts.map((part, index) =>
      index % 2 === 0 ? markup`${part}` : markup`<a href="${part}">${part}</a>`,
    );
    return markup`<article><p><small>${at} ${path}</small></p><p dir="auto">${joined(linked)}</p></article>`;
  });
  const list = messages.length > 0 ? joined(shown) : markup`<p>No message yet.</p>`;
  return markup`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>Chat</title>
<style>:root { color-scheme: light dark } body { font: 16px/1.5 system-ui, sans-serif; max-width: 45em; margin: 1em auto; padding: 0 1em; overflow-wrap: anywhere } article { border-top: 1px solid } p[dir] { white-space: pre-wrap }</style>
<h1>Chat</h1>${list}
</html>
`.html;
}

function joined(parts: Markup[]): Markup {
  return new Markup(parts.map(({ html }) => html).join(""));
}

const characters: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&amp;": "&" };

function unescaped(message: string): string {
  return message.replace(/&(?:lt|gt|amp);/g, (entity) => characters[entity] ?? entity);
}
