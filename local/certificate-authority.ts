import { createPrivateKey, randomUUID, X509Certificate } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { writeFileAtomic } from "./write-file-atomic.ts";

/** Paths of PEM files: whom to trust, and what a receiver on localhost shows. */
export interface CertificateFiles {
  authority: string;
  certificate: string;
  key: string;
}

const dayMs = 24 * 60 * 60 * 1_000;
/** Some clients refuse a certificate of 825 days and more, whoever signed it. */
const validDays = 800;
const renewalDays = 30;
/** Made valid from yesterday, for clocks that disagree. */
const skewDays = 1;
const lockTimeoutMs = 10_000;

const domain = "localhost";
const addresses = ["127.0.0.1", "::1"];

/**
 * Makes a certificate authority and its certificate for localhost in this folder, unless good ones
 * are there. The authority's key is never written: it signs this one certificate and is forgotten,
 * so nobody can sign another in the name of an authority that this machine trusts. The
 * price is that a renewal makes a new authority, which programs trust from their next start on.
 */
export async function ensureCertificates(
  folder: string,
  nowMs = Date.now(),
): Promise<CertificateFiles> {
  mkdirSync(folder, { recursive: true });
  const files = {
    authority: join(folder, "ca.pem"),
    certificate: join(folder, "localhost.pem"),
    key: join(folder, "localhost-key.pem"),
  };
  if (areGood(files, nowMs)) return files;
  const made = await makeCertificates(nowMs);
  locked(folder, () => {
    // Another process may have made them in the meantime, and may serve them already.
    if (areGood(files, nowMs)) return;
    writeFileAtomic(files.authority, made.authority, { mode: 0o644 });
    writeFileAtomic(files.certificate, made.certificate, { mode: 0o644 });
    writeFileAtomic(files.key, made.key);
  });
  return files;
}

/** Whether the files are complete, belong together and stay valid for a while. */
function areGood(files: CertificateFiles, nowMs: number): boolean {
  try {
    const authority = new X509Certificate(readFileSync(files.authority));
    const certificate = new X509Certificate(readFileSync(files.certificate));
    const key = createPrivateKey(readFileSync(files.key));
    return (
      authority.ca &&
      certificate.checkIssued(authority) &&
      certificate.verify(authority.publicKey) &&
      certificate.checkPrivateKey(key) &&
      certificate.checkHost(domain) !== undefined &&
      addresses.every((address) => certificate.checkIP(address) !== undefined) &&
      [authority, certificate].every((each) => staysValid(each, nowMs))
    );
  } catch {
    // Missing or damaged; what keeps them from being read also keeps them from being written.
    return false;
  }
}

function staysValid(certificate: X509Certificate, nowMs: number): boolean {
  const untilMs = certificate.validToDate.getTime();
  return certificate.validFromDate.getTime() <= nowMs && untilMs - nowMs > renewalDays * dayMs;
}

async function makeCertificates(nowMs: number): Promise<CertificateFiles> {
  // Loads for a fifth of a second, which every later start is spared.
  const x509 = await import("@peculiar/x509");
  const { issueCertificate } = await import("./issue-certificate.ts");
  const notBefore = new Date(nowMs - skewDays * dayMs);
  const notAfter = new Date(nowMs + (validDays - skewDays) * dayMs);
  // A name of its own: by its name a client finds the authority among old ones that it trusts.
  const commonName = `Counting service on this machine ${randomUUID().slice(0, 8)}`;
  const authority = await issueCertificate({
    ...{ commonName, notBefore, notAfter },
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
    ],
  });
  const names = addresses.map((value) => ({ type: "ip" as const, value }));
  const localhost = await issueCertificate({
    ...{ commonName: domain, authority, notBefore, notAfter },
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension([{ type: "dns", value: domain }, ...names]),
    ],
  });
  return { authority: authority.cert, certificate: localhost.cert, key: localhost.key };
}

/** One process at a time; SQLite's lock on a file ends with the process that holds it. */
function locked(folder: string, work: () => void): void {
  const lock = new DatabaseSync(join(folder, "lock.db"), { timeout: lockTimeoutMs });
  try {
    lock.exec("BEGIN EXCLUSIVE");
    work();
  } finally {
    lock.close();
  }
}
