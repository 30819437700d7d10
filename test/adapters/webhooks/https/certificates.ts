import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;

export interface Certificate {
  key: string;
  cert: string;
}

export interface Certificates {
  authority: string;
  good: Certificate;
  expired: Certificate;
  selfSigned: Certificate;
  wrongName: Certificate;
  unknownAuthority: Certificate;
}

/** Made by the system's openssl: `good` is for receiver.example.com and 127.0.0.1. */
export function makeCertificates(): Certificates {
  const folder = mkdtempSync(join(tmpdir(), "certificates-"));
  try {
    const authority = selfSigned(folder, "authority");
    const other = selfSigned(folder, "other-authority");
    const name = "DNS:receiver.example.com,IP:127.0.0.1";
    return {
      authority: authority.cert,
      good: signed(folder, { authority: "authority", name, days: 2 }),
      expired: signed(folder, { authority: "authority", name, days: -1 }),
      selfSigned: other,
      wrongName: signed(folder, { authority: "authority", name: "DNS:example.org", days: 2 }),
      unknownAuthority: signed(folder, { authority: "other-authority", name, days: 2 }),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];

function selfSigned(folder: string, name: string): Certificate {
  const files = ["-keyout", `${name}-key.pem`, "-out", `${name}.pem`];
  openssl(folder, ["req", "-x509", ...newKey, "-subj", `/CN=${name}`, "-days", "2", ...files]);
  return read(folder, name);
}

function signed(
  folder: string,
  { authority, name, days }: { authority: string; name: string; days: number },
): Certificate {
  writeFileSync(join(folder, "names.txt"), `subjectAltName=${name}\n`);
  const request = ["-keyout", "leaf-key.pem", "-out", "leaf.csr"];
  openssl(folder, ["req", ...newKey, "-subj", "/CN=receiver", ...request]);
  const signer = ["-CA", `${authority}.pem`, "-CAkey", `${authority}-key.pem`, "-CAcreateserial"];
  const made = ["-days", String(days), "-extfile", "names.txt", "-out", "leaf.pem"];
  openssl(folder, ["x509", "-req", "-in", "leaf.csr", ...signer, ...made]);
  return read(folder, "leaf");
}

function openssl(folder: string, words: string[]): void {
  execFileSync("openssl", words, { cwd: folder, stdio: "pipe", timeout: 10_000 });
}

function read(folder: string, name: string): Certificate {
  const text = (file: string) => readFileSync(join(folder, file), "utf8");
  return { key: text(`${name}-key.pem`), cert: text(`${name}.pem`) };
}
