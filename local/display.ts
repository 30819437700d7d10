import { styleText } from "node:util";
import type { RuntimeEvent } from "local-aws";
import { withoutKeys } from "../core/keys/key-text.ts";
import { withoutLinkSecrets } from "../core/pasted-link.ts";
import type { Connection } from "./connection.ts";
import { opsCommand } from "./pasteable.ts";

interface WelcomeOptions {
  dataDir: string;
  /** Only that it is ready. */
  quiet: boolean;
}

const readyLine = "Ready. Stop with Ctrl-C.";

/** What a person sees when the service is ready: URLs and commands to paste, unless quiet. */
export function welcome(connection: Connection, { dataDir, quiet }: WelcomeOptions): string {
  if (quiet) return readyLine;
  const { apiUrl, baseUrl, consoleUrl, mailboxUrl, chatUrl, organizations } = connection;
  const lines = [
    "",
    `  Console   ${consoleUrl}`,
    `  Read API  ${apiUrl}/api/v1`,
    `  Site      ${baseUrl}`,
    `  Docs      ${baseUrl}/docs`,
    `  Mailbox   ${mailboxUrl}`,
    `  Chat      ${chatUrl}`,
    "",
  ];
  const shown = organizations.find(({ plan }) => plan === "pro");
  // Not the counter that the demo taps by itself: people then see the effect of their own tap.
  const counter = shown?.counters.find(({ name }) => name === "Back gate") ?? shown?.counters[0];
  if (shown && counter) {
    const authorization = `-H "Authorization: Bearer ${shown.apiKey}"`;
    lines.push(
      `  Try it (${shown.name}, plan ${shown.plan}):`,
      "",
      `  curl ${authorization} ${apiUrl}/api/v1/counters`,
      `  curl ${authorization} ${apiUrl}/api/v1/counters/${counter.id}`,
      `  curl ${authorization} "${apiUrl}/api/v1/counters/${counter.id}/history?limit=3"`,
      "",
      ...gateLines(shown),
      ...tapLines(shown.id, counter, dataDir),
      ...webhookLines(shown, dataDir),
      ...alertLines(connection, dataDir),
    );
  } else {
    const options = '--name "My organization" --plan pro';
    lines.push("  Begin with:", "", `  ${opsCommand("org create", dataDir, options)}`, "");
  }
  lines.push(`  ${readyLine}`, "");
  return lines.join("\n");
}

/** The counter that the demo taps about once a second; undefined without a demo. */
export function liveCounter({ organizations }: Connection) {
  const organization = organizations.find(({ plan }) => plan === "pro");
  const counter = organization?.counters.find(({ name }) => name === "Main entrance");
  return organization && counter && { organizationId: organization.id, counterId: counter.id };
}

/** The counter with which the demo fills and empties its group; undefined without a demo. */
export function liveGroupCounter({ organizations }: Connection) {
  const organization = organizations.find(({ plan }) => plan === "enterprise");
  const counter = organization?.counters.find(({ name }) => name === "Gate South");
  return organization && counter && { organizationId: organization.id, counterId: counter.id };
}

function gateLines({ gateUrl }: Connection["organizations"][number]): string[] {
  if (gateUrl === undefined) return [];
  return [
    "  Count at its back gate without an account, in any browser of this machine:",
    "",
    `  ${gateUrl}`,
    "",
  ];
}

function tapLines(
  organizationId: string,
  { id, name, embedUrl }: Connection["organizations"][number]["counters"][number],
  dataDir: string,
): string[] {
  const tap = `  ${opsCommand("counter tap", dataDir, `--org ${organizationId} ${id} up`)}`;
  if (embedUrl === undefined) return [tap, ""];
  return [`  Open the embed of the counter "${name}", and tap it:`, "", `  ${embedUrl}`, tap, ""];
}

function webhookLines(
  { id, endpoints }: Connection["organizations"][number],
  dataDir: string,
): string[] {
  // The demo's own: only its secret is known.
  const endpoint = endpoints.find(({ secret }) => secret !== undefined);
  if (endpoint === undefined) return [];
  const url = new URL("/webhooks/ORG", endpoint.url);
  return [
    `  The demo's webhooks arrive at ${url} and are shown below.`,
    "",
    `  ${opsCommand("delivery list", dataDir, `--org ${id} --endpoint ${endpoint.id}`)}`,
    "",
  ];
}

function alertLines({ organizations }: Connection, dataDir: string): string[] {
  const organization = organizations.find(({ plan }) => plan === "enterprise");
  if (organization === undefined) return [];
  return [
    `  The south stand of ${organization.name} is full about four times an hour; its alert is shown, too.`,
    "",
    `  ${opsCommand("alert list", dataDir, `--org ${organization.id}`)}`,
    "",
  ];
}

/** One readable line for what happened, or undefined for what nobody needs to see. */
export function eventLine(event: RuntimeEvent): string | undefined {
  switch (event.kind) {
    case "request-served":
      return `${time()} ${event.method} ${shownPath(event.path)} ${status(event.status)} ${event.durationMs.toFixed(0)} ms`;
    case "invocation-failed":
      return warning(`${event.functionName} failed: ${event.errorType}: ${event.errorMessage}`);
    case "invocation-throttled":
      return warning(`${event.functionName} was throttled`);
    case "records-failed":
      return warning(
        `${event.count} from ${event.source} failed for good, kept in ${event.destination}`,
      );
    case "schedule-failed":
      return warning(`The schedule ${event.name} failed: ${event.reason}`);
    case "origin-failed":
      return warning(
        `${event.cdn} got no response to ${event.method} ${shownPath(event.path)}: ${event.code}`,
      );
    case "warning":
      return warning(event.message);
    default: {
      const finding = findingText(event);
      return finding && warning(finding);
    }
  }
}

/**
 * Says what would go wrong on AWS, though it works here; undefined for any other event. The tests' service
 * fails on each finding.
 */
export function findingText(event: RuntimeEvent): string | undefined {
  switch (event.kind) {
    case "work-pending": {
      const { functionName, pending } = event;
      return `${functionName} responded without waiting for ${pending.join(", ")}: AWS would freeze that work.`;
    }
    case "access-denied": {
      const { caller, action, resource, reason } = event;
      return `${caller} may not ${action} on ${resource}: ${reason}.`;
    }
    default:
      return undefined;
  }
}

// A key that a person pastes into a URL, a link whose # was encoded, and a sign-in's code must not
// appear in a terminal's scrollback or a log.
function shownPath(path: string): string {
  return withoutLinkSecrets(withoutKeys(decoded(path)))
    .replace(/([?&](?:code|state)=)[^&]*/g, "$1…")
    .replace(/\p{Cc}/gu, "?")
    .slice(0, 120);
}

function decoded(path: string): string {
  return path.replace(/%([0-7][0-9a-f])/gi, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

function status(code: number): string {
  return styleText(code < 400 ? "green" : code < 500 ? "yellow" : "red", String(code));
}

function warning(message: string): string {
  return `${time()} ${styleText("yellow", message)}`;
}

function time(): string {
  return new Date().toISOString().slice(11, 19);
}
