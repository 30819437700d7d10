import { readdirSync } from "node:fs";
import { join } from "node:path";
import { Command, Option } from "commander";
import { StartError } from "local-aws";
import { callerPath } from "../../adapters/shell.ts";
import { ensureCertificates } from "../certificate-authority.ts";
import { openDataFolder } from "../data-folder.ts";
import { defaultDataDir, opsCommand, startCommand } from "../pasteable.ts";
import { checkPort, systemErrorCode, unusablePort } from "../ports.ts";
import { aborted, endProcess, stopSignal } from "../stop-signal.ts";
import { deliveryLine, hangUpLine, strayLine, warningLine } from "./delivery-line.ts";
import { port, seconds, status, times } from "./option-values.ts";
import {
  type Receiver,
  type ResponsePlan,
  startReceiver,
  type VerifiedDelivery,
} from "./receiver.ts";
import { SavedRequests } from "./saved-requests.ts";

interface ReceiverProgramOptions {
  port: number;
  secret?: string;
  status?: number;
  hang: number;
  failFirst?: number;
  save?: string;
  dataDir: string;
}

const wrongUsage = 2;

const command = new Command("npm run receiver --")
  .description("A webhook receiver to play with: verifies each delivery and prints a line.")
  .option(
    "--port <port>",
    "port on localhost: 1024 and above, or 443, 0 = any free one",
    port,
    8443,
  )
  .addOption(new Option("--secret <secret>", "of the endpoint: whsec_…").env("WEBHOOK_SECRET"))
  .option("--status <status>", "respond with this instead of 200", status)
  .option("--hang <seconds>", "wait this long before responding", seconds, 0)
  .option("--fail-first <times>", "fail only the first requests of each delivery", times)
  .option("--save <folder>", "keep each request there: its body as it came, and its headers")
  .option("--data-dir <folder>", "the local service's data, with the certificates", defaultDataDir)
  .allowExcessArguments(false)
  .addHelpText(
    "after",
    `
With --fail-first N, --status (500 if not given) and --hang hold for the first N requests of each
delivery; later ones get 200 at once. Exit codes: 0 stopped by Ctrl-C, 1 failed, 2 wrong usage,
130 ended at once by a second Ctrl-C.
`,
  )
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : wrongUsage))
  .action(async (options: ReceiverProgramOptions) => {
    try {
      await receive(options);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      console.error(error instanceof StartError ? message : `The receiver cannot run: ${message}`);
      process.exitCode = 1;
    }
    endProcess();
  });

async function receive(options: ReceiverProgramOptions): Promise<void> {
  const secret = checkedSecret(options);
  const unread = new AbortController();
  // The reader of the lines has gone, such as `| head`.
  process.stdout.on("error", () => unread.abort());
  const stopped = aborted(AbortSignal.any([stopSignal(), unread.signal]));
  const dataDir = usableDataDir(options.dataDir);
  // Before anything is written for a receiver that then cannot run.
  await checkPort(options.port, "--port");
  // Also marks the folder as the service's, which refuses to start on any other folder.
  const certificates = await ensureCertificates(join(openDataFolder(dataDir), "ca"));
  const { save } = options;
  const saved = save === undefined ? undefined : new SavedRequests(callerPath(save, process.env));
  const receiver = await startReceiver({
    port: options.port,
    certificates,
    secrets: { get: () => secret },
    behave: (delivery) => responseTo(delivery, options),
    onDelivery: (delivery, planned) => {
      console.log(deliveryLine(delivery, planned));
      const unsaved = saved?.save(delivery);
      if (unsaved !== undefined) console.log(warningLine(unsaved));
    },
    onHangUp: (delivery, afterMs) => console.log(hangUpLine(delivery, afterMs)),
    onStray: (reason) => console.log(strayLine(reason)),
  }).catch((cause: unknown) => {
    throw unusablePort(options.port, "--port", cause);
  });
  console.log(welcome(receiver, options, certificates.authority));
  await stopped;
  await receiver.close();
  console.log("Stopped.");
}

/**
 * The default folder may be made here, before the service's first start. One that a person named
 * and that no service has used is most likely mistyped: no service would trust its certificates.
 */
function usableDataDir(dataDir: string): string {
  if (dataDir === defaultDataDir) return dataDir;
  const folder = callerPath(dataDir, process.env);
  if (!isMissingOrEmpty(folder)) return folder;
  throw new StartError(
    `${folder} is not the data folder of a local service. Start a service there first:\n\n` +
      `  ${startCommand(dataDir)}\n`,
  );
}

function isMissingOrEmpty(folder: string): boolean {
  try {
    return readdirSync(folder).length === 0;
  } catch (error) {
    return systemErrorCode(error) === "ENOENT";
  }
}

function responseTo(delivery: VerifiedDelivery, options: ReceiverProgramOptions): ResponsePlan {
  const { failFirst, hang } = options;
  if (failFirst !== undefined && delivery.request > failFirst) return { status: 200, hangMs: 0 };
  const status = options.status ?? (failFirst === undefined ? 200 : 500);
  return { status, hangMs: hang * 1_000 };
}

function welcome(receiver: Receiver, options: ReceiverProgramOptions, authority: string): string {
  return [
    "",
    `  Receiver      ${receiver.url}`,
    `  Its authority ${authority}`,
    "",
    "  If its endpoint is not registered yet:",
    "",
    `  ${registration(receiver.port, options.dataDir)}`,
    "",
    "  Ready. Stop with Ctrl-C.",
    "",
  ].join("\n");
}

function registration(port: number | string, dataDir: string): string {
  const url = `https://localhost:${port}/webhooks`;
  const events = "counter.increment,counter.decrement";
  return opsCommand("endpoint create", dataDir, `--org ORG --url ${url} --events ${events}`);
}

/** A wrong secret is not repeated in the message: it may be right but for a letter. */
function checkedSecret({ secret, port, dataDir }: ReceiverProgramOptions): string {
  if (secret === undefined || secret === "")
    return command.error(
      "error: give the endpoint's secret with --secret whsec_… or in WEBHOOK_SECRET. It is shown\n" +
        "when the endpoint is created, which needs no receiver yet:\n\n" +
        `  ${registration(port === 0 ? "PORT" : port, dataDir)}`,
    );
  if (!/^whsec_[\x21-\x7e]+$/.test(secret))
    return command.error(
      "error: the secret must begin with whsec_ and have no spaces or line ends.",
    );
  return secret;
}

await command.parseAsync();
