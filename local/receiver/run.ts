import { join } from "node:path";
import { Command, InvalidArgumentError, Option } from "commander";
import { callerPath } from "../../adapters/caller-path.ts";
import { ensureCertificates } from "../certificate-authority.ts";
import { openDataFolder } from "../data-folder.ts";
import { systemErrorCode } from "../http/listen.ts";
import { StartError } from "../start-error.ts";
import { deliveryLine, strayLine } from "./delivery-line.ts";
import { type Answer, type Receiver, startReceiver, type VerifiedDelivery } from "./receiver.ts";

interface ReceiverProgramOptions {
  port: number;
  secret?: string;
  status?: number;
  hang: number;
  failFirst?: number;
  dataDir: string;
}

const wrongUsage = 2;
const defaultDataDir = ".local";

const command = new Command("npm run receiver --")
  .description("A webhook receiver to play with: verifies each delivery and prints a line.")
  .option(
    "--port <port>",
    "port on localhost: 1024 and above, or 443, 0 = any free one",
    port,
    8443,
  )
  .addOption(new Option("--secret <secret>", "of the endpoint: whsec_…").env("WEBHOOK_SECRET"))
  .option("--status <status>", "answer this instead of 200", status)
  .option("--hang <seconds>", "wait this long before answering", seconds, 0)
  .option("--fail-first <times>", "fail only the first requests of each delivery", times)
  .option("--data-dir <folder>", "the local service's data, with the certificates", defaultDataDir)
  .allowExcessArguments(false)
  .addHelpText(
    "after",
    `
With --fail-first N, --status (500 if not given) and --hang hold for the first N requests of each
delivery; later ones get 200 at once. Exit codes: 0 stopped by Ctrl-C, 1 failed, 2 wrong usage.
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
  });

async function receive(options: ReceiverProgramOptions): Promise<void> {
  const secret = checkedSecret(options);
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, resolve);
    // Who reads the lines has gone, such as `| head`.
    process.stdout.on("error", () => resolve());
  });
  const { dataDir } = options;
  const own = dataDir === defaultDataDir;
  // Also marks the folder as the service's, which would refuse to start on a stranger's.
  const folder = openDataFolder(own ? dataDir : callerPath(dataDir, process.env));
  const certificates = await ensureCertificates(join(folder, "ca"));
  const receiver = await startReceiver({
    port: options.port,
    certificates,
    secrets: { get: () => secret },
    behave: (delivery) => answerTo(delivery, options),
    onDelivery: (delivery, answer) => console.log(deliveryLine(delivery, answer)),
    onStray: (reason) => console.log(strayLine(reason)),
  }).catch((cause: unknown) => {
    throw unusablePort(options.port, cause);
  });
  console.log(welcome(receiver, options, certificates.authority));
  await stopped;
  await receiver.close();
  console.log("Stopped.");
}

function answerTo(delivery: VerifiedDelivery, options: ReceiverProgramOptions): Answer {
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
  const local = dataDir === defaultDataDir ? "--local" : `--local --data-dir ${dataDir}`;
  const url = `https://localhost:${port}/webhooks`;
  const events = "counter.increment,counter.decrement";
  return `npm run --silent ops -- endpoint create ${local} --org ORG --url ${url} --events ${events}`;
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

function unusablePort(port: number, cause: unknown): Error {
  const reasons: Record<string, string> = {
    EADDRINUSE: "is taken by another program",
    EACCES: "may not be used by this user",
  };
  const reason = reasons[systemErrorCode(cause) ?? ""];
  if (reason === undefined) return new Error(String(cause), { cause });
  return new StartError(`Port ${port} ${reason}: choose another with --port.`, { cause });
}

function port(text: string): number {
  const value = wholeNumber(text, 65_535);
  if (value === undefined || (value !== 0 && value !== 443 && value < 1_024))
    throw new InvalidArgumentError("It must be 443, from 1024 to 65535, or 0 for any free one.");
  return value;
}

function status(text: string): number {
  const value = wholeNumber(text, 599);
  if (value === undefined || value < 200)
    throw new InvalidArgumentError("It must be an HTTP status from 200 to 599.");
  return value;
}

function seconds(text: string): number {
  if (!/^\d{1,4}(\.\d{1,3})?$/.test(text) || Number(text) > 3_600)
    throw new InvalidArgumentError("It must be a number of seconds up to 3600, such as 12 or 0.5.");
  return Number(text);
}

function times(text: string): number {
  const value = wholeNumber(text, 1_000);
  if (value === undefined) throw new InvalidArgumentError("It must be a number from 0 to 1000.");
  return value;
}

function wholeNumber(text: string, maximum: number): number | undefined {
  return /^\d{1,5}$/.test(text) && Number(text) <= maximum ? Number(text) : undefined;
}

await command.parseAsync();
