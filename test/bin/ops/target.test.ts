import { spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import * as z from "zod";
import { randomBase62 } from "../../../adapters/random.ts";
import { listen } from "../../../local/ports.ts";
import * as service from "../../system/service.ts";
import { freePort } from "./free-port.ts";
import { allAt, runHere, startProcess, writeRuntime } from "./run-ops.ts";

let cloudFormation: Server;
let environment: NodeJS.ProcessEnv;
beforeAll(async () => {
  cloudFormation = createServer(answerDescribeStacks);
  await new Promise<void>((resolve) => cloudFormation.listen(0, "127.0.0.1", resolve));
  const { port } = z.object({ port: z.number() }).parse(cloudFormation.address());
  environment = {
    AWS_REGION: "eu-west-1",
    AWS_ACCESS_KEY_ID: "local",
    AWS_SECRET_ACCESS_KEY: "local",
    AWS_ENDPOINT_URL_CLOUDFORMATION: `http://127.0.0.1:${port}`,
    AWS_ENDPOINT_URL_DYNAMODB: service.endpoint,
    AWS_EC2_METADATA_DISABLED: "true",
    AWS_CONFIG_FILE: "/nonexistent",
    AWS_SHARED_CREDENTIALS_FILE: "/nonexistent",
  };
});
afterEach(() => void vi.unstubAllEnvs());
afterAll(async () => {
  cloudFormation.close();
});

/** What a developer may have set, and these tests' own process with it. */
const noSettings = {
  AWS_DEFAULT_REGION: undefined,
  AWS_PROFILE: undefined,
  AWS_SESSION_TOKEN: undefined,
};

/** The AWS SDK reads it from the process. */
function setEnvironment(changed: NodeJS.ProcessEnv): void {
  const settings = { ...noSettings, ...environment, ...changed };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
}

describe("--stack", () => {
  test("finds the tables through the outputs of the stack", async () => {
    const args = ["org", "create", "--name", "Cloud", "--plan", "pro", "--stack", "counting"];
    setEnvironment({});
    const { exitCode, stdout } = await runHere([...args, "--json"]);
    expect(exitCode).toBe(0);
    const { id } = JSON.parse(stdout);
    expect(await service.stores.organizations.get(id)).toBeDefined();
  });

  test.each<[string, string, NodeJS.ProcessEnv, RegExp]>([
    ["a stack that does not exist", "nothing", {}, /no stack nothing in eu-west-1/],
    ["a stack of something else", "other", {}, /outputs missing: .*OrganizationsTable/],
    ["no region", "counting", { AWS_REGION: undefined }, /set AWS_REGION/],
    ["no credentials", "counting", { AWS_ACCESS_KEY_ID: undefined }, /no AWS credentials: set/],
    [
      "no network",
      "counting",
      { AWS_ENDPOINT_URL_CLOUDFORMATION: "http://127.0.0.1:9", AWS_MAX_ATTEMPTS: "1" },
      /AWS cannot be reached/,
    ],
  ])("%s is told in one sentence", async (_case, stack, changed, reason) => {
    setEnvironment(changed);
    const { exitCode, stdout, stderr } = await runHere(["org", "list", "--stack", stack]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
    expect(stderr).toMatch(reason);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });
});

const listIn = (dataDir: string) => ["org", "list", "--local", "--data-dir", dataDir];

describe("--local", () => {
  test("names the folder that counting use keeps, and how to use it", async () => {
    const env = { XDG_CONFIG_HOME: join(service.dataDir, `use-${randomBase62(8)}`) };
    const kept = ["use", "--local", "--data-dir", service.dataDir];
    expect(await runHere(kept, env)).toMatchObject({ exitCode: 0 });
    const list = startProcess(["org", "list", "--local"], env, service.dataDir);
    const { stderr } = await list.finished;
    expect(stderr).toBe(
      "error: the local service is not running in .local; start it with: npm start. " +
        `To use ${service.dataDir}, which counting use keeps, run the command without --local\n`,
    );
  });

  test("a service that has ended is reported as not running", async () => {
    const dataDir = join(service.dataDir, "gone");
    const dynamodb = `http://127.0.0.1:${await freePort()}`;
    const running = { pid: process.pid, outputs: service.outputs, endpoints: allAt(dynamodb) };
    await writeRuntime(dataDir, running);
    const { exitCode, stderr } = await runHere(listIn(dataDir));
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`not running in ${dataDir}; start it with: npm start -- --data-dir`);
  });

  test.each([
    ["HTML", "HTTP/1.1 200 OK\r\nContent-Length: 6\r\nConnection: close\r\n\r\n<html>"],
    ["an error", "HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno"],
    ["no HTTP", "SSH-2.0-OpenSSH_9.9\r\n"],
  ])(
    "a program that has its port now and responds with %s is not the service",
    async (_form, text) => {
      const other = createTcpServer((socket) => {
        socket.on("error", () => {}).once("data", () => socket.end(text));
      });
      const port = await listen(other, 0);
      onTestFinished(() => void other.close());
      const dataDir = join(service.dataDir, `foreign-${randomBase62(8)}`);
      const endpoints = allAt(`http://127.0.0.1:${port}`);
      await writeRuntime(dataDir, { pid: process.pid, outputs: service.outputs, endpoints });
      for (const noun of ["org", "dead-letter"]) {
        const args = [noun, "list", "--local", "--data-dir", dataDir];
        const { exitCode, stderr } = await runHere(args);
        expect([exitCode, stderr]).toEqual([1, expect.stringContaining("not running in")]);
      }
    },
  );

  test("a service that was killed is not taken for the one that has its port now", async () => {
    const dataDir = join(service.dataDir, "killed");
    const ended = spawn(process.execPath, ["--version"]);
    await new Promise((resolve) => ended.once("exit", resolve));
    const endpoints = allAt(service.endpoint);
    await writeRuntime(dataDir, { pid: ended.pid, outputs: service.outputs, endpoints });
    const { exitCode, stderr } = await runHere(listIn(dataDir));
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining("not running")]);
  });

  test.each<[string, number | undefined, string]>([
    ["that is starting", undefined, "is starting or stopping; try again when it says"],
    ["that is starting after a crash", 2 ** 30, "is starting or stopping; try again when it says"],
    ["whose emulator is dead", process.pid, "runs but does not respond; stop it with Ctrl-C"],
  ])("a service %s is told from one that does not run", async (name, pid, reason) => {
    const dataDir = join(service.dataDir, name);
    const dynamodb = `http://127.0.0.1:${await freePort()}`;
    const runtime = { pid, outputs: service.outputs, endpoints: allAt(dynamodb) };
    if (pid === undefined) await mkdir(dataDir);
    else await writeRuntime(dataDir, runtime);
    const lock = new DatabaseSync(join(dataDir, "lock.db"));
    lock.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;");
    const { exitCode, stderr } = await runHere(listIn(dataDir));
    lock.close();
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`the local service in ${dataDir} ${reason}`);
  });

  test("a runtime.json of another shape is reported", async () => {
    const dataDir = join(service.dataDir, "strange");
    await writeRuntime(dataDir, { outputs: {} });
    const { exitCode, stderr } = await runHere(listIn(dataDir));
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/runtime\.json is not as expected; stop the local service/);
  });
});

/** The part of CloudFormation that the command line uses: one stack of ours, one of others. */
const answerDescribeStacks: Parameters<typeof createServer>[1] = async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  const stackName = new URLSearchParams(body).get("StackName");
  const outputs = { counting: Object.entries(service.outputs), other: [] }[stackName ?? ""];
  response.setHeader("content-type", "text/xml");
  if (outputs === undefined) {
    response.statusCode = 400;
    const message = `Stack with id ${stackName} does not exist`;
    response.end(
      `<ErrorResponse><Error><Type>Sender</Type><Code>ValidationError</Code><Message>${message}</Message></Error></ErrorResponse>`,
    );
    return;
  }
  const members = outputs.map(
    ([key, value]) =>
      `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
  );
  response.end(
    `<DescribeStacksResponse><DescribeStacksResult><Stacks><member><StackName>${stackName}</StackName><Outputs>${members.join("")}</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`,
  );
};
