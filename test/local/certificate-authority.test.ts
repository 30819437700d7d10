import { execFile } from "node:child_process";
import { X509Certificate } from "node:crypto";
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer, request } from "node:https";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { ensureCertificates } from "../../local/certificate-authority.ts";
import { listen } from "../../local/ports.ts";
import { notRunWithout } from "../not-run.ts";
import { temporaryFolder } from "./receiver/temporary-folder.ts";

const run = promisify(execFile);
const dayMs = 24 * 60 * 60 * 1_000;
const hosts = ["localhost", "127.0.0.1"];

const contents = (folder: string) =>
  ["ca.pem", "localhost.pem", "localhost-key.pem"].map((name) =>
    readFileSync(join(folder, name), "utf8"),
  );

async function serve(folder: string): Promise<number> {
  const files = await ensureCertificates(folder);
  const options = { cert: readFileSync(files.certificate), key: readFileSync(files.key) };
  const server = createServer(options, (_, response) => response.end("hello"));
  onTestFinished(() => void server.close().closeAllConnections());
  return await listen(server, 0);
}

function get(url: string, ca: string[]): Promise<number | string | undefined> {
  return new Promise((resolve) => {
    const sending = request(url, { ca, agent: false });
    sending.on("response", (response) => resolve(response.resume().statusCode));
    sending.on("error", (error) => resolve("code" in error ? String(error.code) : error.message));
    sending.end();
  });
}

test("the certificate is for localhost and both loopback addresses, for less than 825 days", async () => {
  const files = await ensureCertificates(join(temporaryFolder(), "ca"));
  const certificate = new X509Certificate(readFileSync(files.certificate));
  expect(certificate.subjectAltName).toBe(
    "DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1",
  );
  const lifeMs = certificate.validToDate.getTime() - certificate.validFromDate.getTime();
  expect(lifeMs).toBeLessThan(825 * dayMs);
  expect(lifeMs).toBeGreaterThan(390 * dayMs);
});

test("three files are made, the key for its owner only, and no key of the authority", async () => {
  const folder = join(temporaryFolder(), "ca");
  expect(await ensureCertificates(folder)).toEqual({
    authority: join(folder, "ca.pem"),
    certificate: join(folder, "localhost.pem"),
    key: join(folder, "localhost-key.pem"),
  });
  expect(readdirSync(folder).filter((name) => name.endsWith(".pem")).length).toBe(3);
  expect(statSync(join(folder, "localhost-key.pem")).mode & 0o777).toBe(0o600);
  const keys = contents(folder).filter((text) => text.includes("PRIVATE KEY"));
  expect(keys.length).toBe(1);
  expect(readdirSync(folder).filter((name) => name.endsWith(".draft"))).toEqual([]);
});

test("good files are left alone", async () => {
  const folder = temporaryFolder();
  await ensureCertificates(folder);
  const before = contents(folder);
  await ensureCertificates(folder, Date.now() + 700 * dayMs);
  expect(contents(folder)).toEqual(before);
});

test("they are renewed, with another authority, before they expire", async () => {
  const folder = temporaryFolder();
  await ensureCertificates(folder);
  const before = contents(folder);
  await ensureCertificates(folder, Date.now() + 780 * dayMs);
  const after = contents(folder);
  expect(after.filter((text, at) => text === before[at])).toEqual([]);
  const [old, fresh] = [before, after].map(([text = ""]) => new X509Certificate(text).subject);
  expect(fresh).not.toBe(old);
});

test("they are renewed when the clock was wrong when they were made", async () => {
  const folder = temporaryFolder();
  await ensureCertificates(folder, Date.now() + 10 * dayMs);
  const before = contents(folder);
  await ensureCertificates(folder);
  expect(contents(folder)).not.toEqual(before);
});

describe.each(["ca.pem", "localhost.pem", "localhost-key.pem"])("when %s", (name) => {
  const damages: [string, (file: string, other: string) => void][] = [
    ["is empty", (file) => writeFileSync(file, "")],
    ["is cut", (file) => writeFileSync(file, readFileSync(file, "utf8").slice(0, 100))],
    ["is of another set", (file, other) => copyFileSync(join(other, name), file)],
  ];

  test.each(damages)("%s, all are made anew and belong together", async (_, damage) => {
    const [folder, other] = [temporaryFolder(), temporaryFolder()];
    await Promise.all([folder, other].map((each) => ensureCertificates(each)));
    damage(join(folder, name), other);
    const port = await serve(folder);
    const [authority = ""] = contents(folder);
    expect(await get(`https://localhost:${port}/`, [authority])).toBe(200);
  });
});

test("many at once in one process agree", async () => {
  const folder = temporaryFolder();
  const seen = await Promise.all(
    Array.from({ length: 8 }, async () => {
      await ensureCertificates(folder);
      return contents(folder).join();
    }),
  );
  expect(new Set(seen).size).toBe(1);
});

test("processes that start at once agree", async () => {
  const folder = temporaryFolder();
  const source = pathToFileURL(
    join(import.meta.dirname, "../../local/certificate-authority.ts"),
  ).href;
  const program = `
    import { readFileSync } from "node:fs";
    import { ensureCertificates } from ${JSON.stringify(source)};
    const files = await ensureCertificates(${JSON.stringify(folder)});
    console.log(Object.values(files).map((file) => readFileSync(file, "utf8")).join(""));`;
  const runs = Array.from({ length: 4 }, () =>
    run(process.execPath, ["--input-type=module", "--eval", program]),
  );
  const seen = await Promise.all(runs);
  expect(new Set(seen.map(({ stdout }) => stdout)).size).toBe(1);
  expect(seen[0]?.stdout).toContain("PRIVATE KEY");
});

test("a folder that cannot be written is a failure, not a silence", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "ca.pem"));
  await expect(ensureCertificates(folder)).rejects.toThrow(/ca\.pem/);
});

describe("a server with the certificate", () => {
  test.each(hosts)("is trusted at %s by who trusts the authority", async (host) => {
    const folder = temporaryFolder();
    const port = await serve(folder);
    const [authority = ""] = contents(folder);
    expect(await get(`https://${host}:${port}/`, [authority])).toBe(200);
  });

  test("is not trusted by who trusts the authority of another folder", async () => {
    const other = temporaryFolder();
    await ensureCertificates(other);
    const [authority = ""] = contents(other);
    const port = await serve(temporaryFolder());
    expect(await get(`https://localhost:${port}/`, [authority])).toMatch(/^UNABLE_TO_/);
  });

  test("is trusted by who trusts the authorities before and after a renewal", async () => {
    const folder = temporaryFolder();
    await ensureCertificates(folder, Date.now() - 780 * dayMs);
    const [old = ""] = contents(folder);
    const port = await serve(folder);
    const [fresh = ""] = contents(folder);
    expect(fresh).not.toBe(old);
    expect(await get(`https://localhost:${port}/`, [old, fresh])).toBe(200);
  });

  const notRun = notRunWithout("curl", "Whether curl trusts the authority");

  test.skipIf(notRun).each(hosts)(`${notRun}is trusted at %s by curl --cacert`, async (host) => {
    const folder = temporaryFolder();
    const url = `https://${host}:${await serve(folder)}/`;
    const trusting = ["--silent", "--show-error", "--noproxy", "*", "--max-time", "10"];
    const { stdout } = await run("curl", [...trusting, "--cacert", join(folder, "ca.pem"), url]);
    expect(stdout).toBe("hello");
    await expect(run("curl", [...trusting, url])).rejects.toThrow(/certificate/i);
  });

  const notStrict = notRunWithout("python3", "Whether strict clients trust the authority");

  test.skipIf(notStrict)(`${notStrict}passes the checks of Python 3.13`, async () => {
    const folder = temporaryFolder();
    const program = `
import ssl, sys, urllib.request
context = ssl.create_default_context(cafile=sys.argv[1])
context.verify_flags |= ssl.VERIFY_X509_STRICT
print(urllib.request.urlopen(sys.argv[2], context=context, timeout=10).read().decode())`;
    const words = [
      "-c",
      program,
      join(folder, "ca.pem"),
      `https://localhost:${await serve(folder)}/`,
    ];
    const { stdout } = await run("python3", words, { env: { PATH: process.env.PATH } });
    expect(stdout).toBe("hello\n");
  });
});
