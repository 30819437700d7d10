import { CountingError } from "./counting-error.ts";

/** What runtimes say, in codes or in words, and what it means. The first that matches counts. */
const causes: [RegExp, string][] = [
  [/ENOTFOUND|EAI_AGAIN|dns error/, "a host name was not found; check apiUrl, the proxy and DNS"],
  [/ECONNREFUSED|Connection refused/, "nothing listens there; check apiUrl and the proxy"],
  [/ERR_PROXY|Proxy re|proxy auth/, "the proxy did not let it through; check HTTPS_PROXY"],
  [
    /CERT|SELF_SIGNED|UNABLE_TO_|certificate/,
    "its certificate is not accepted; NODE_EXTRA_CA_CERTS can name an authority to trust",
  ],
  [/WRONG_VERSION|EPROTO|InvalidContentType/, "no TLS is spoken there; check apiUrl"],
  [
    /ETIMEDOUT|CONNECT_TIMEOUT|timed out/,
    "no connection in time; a firewall drops it, or a proxy is needed",
  ],
  [/E(NET|HOST)UNREACH|unreachable/, "no network leads there"],
  [/ECONNRESET|UND_ERR_SOCKET|closed|reset by/, "the connection was closed without a response"],
];

/** The error of a request without a response, from what `fetch` threw. */
export function networkFailure(thrown: unknown, key: string, timedOut: boolean): CountingError {
  const cause = plainCause(thrown, key);
  if (timedOut) return new CountingError("The service did not respond in time", { cause });
  const said = texts(cause);
  const [, meaning] = causes.find(([form]) => said.some((text) => form.test(text))) ?? [];
  const message = "The service could not be reached";
  if (meaning === undefined) return new CountingError(message, { cause });
  return new CountingError(plainText(`${message}: ${meaning} (${said.at(-1)})`, key), { cause });
}

const longestShareMs = 2_500;

/**
 * Node.js gives each address of a name 250 ms to connect, unless it is the last one. When these were too short, all connections
 * of this process get more from then on: `fetch` takes no other value.
 */
export function allowSlowAddresses(thrown: unknown, timeoutMs: number): void {
  const errors = causesOf(thrown).flatMap(({ errors }) => errors ?? []);
  if (!errors.some(({ code }) => code === "ETIMEDOUT")) return;
  const shareMs = Math.min(longestShareMs, Math.floor(timeoutMs / (errors.length + 1)));
  const net = globalThis.process?.getBuiltinModule?.("node:net");
  if (net && net.getDefaultAutoSelectFamilyAttemptTimeout() < shareMs)
    net.setDefaultAutoSelectFamilyAttemptTimeout(shareMs);
}

interface NetworkError extends Error {
  code?: unknown;
  /** One for each address that was tried. */
  errors?: NetworkError[];
}

const causesOf = (error: unknown, depth = 3): NetworkError[] =>
  error instanceof Error && depth > 0 ? [error, ...causesOf(error.cause, depth - 1)] : [];

/** Without the key: the errors of `fetch` can have a part of the response in them. */
function plainCause(thrown: unknown, key: string): Error | undefined {
  return causesOf(thrown).reduceRight<Error | undefined>(
    (deeper, { name, message, code, errors }) => {
      const said = message || errors?.map((each) => each.message).join("; ");
      const plain = new Error(plainText(said, key), deeper && { cause: deeper });
      return Object.assign(
        plain,
        { name: plainText(name, key) },
        typeof code === "string" && { code: plainText(code, key) },
      );
    },
    undefined,
  );
}

/** Codes and messages, from the outermost to the cause of it all. */
const texts = (error: unknown): string[] =>
  causesOf(error).flatMap(({ code, message }) => [String(code ?? ""), message]);

/** Text of somebody else, for an error: without the key, which a response can quote, on one line and of bounded size. */
export function plainText(text: unknown, key: string): string {
  const line = String(text).replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ");
  return line.replaceAll(key, "[key]").slice(0, 200);
}
