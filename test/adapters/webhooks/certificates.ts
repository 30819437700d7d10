import { generate } from "selfsigned";

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
  ofClient: Certificate;
}

/** In PEM; `good` is for receiver.example.com and 127.0.0.1. */
export async function makeCertificates(): Promise<Certificates> {
  const authority = await newAuthority("authority");
  const other = await newAuthority("other-authority");
  const names = [
    { type: 2, value: "receiver.example.com" },
    { type: 7, ip: "127.0.0.1" },
  ] as const;
  return {
    authority: authority.cert,
    good: await signed({ authority, names, days: 2 }),
    expired: await signed({ authority, names, days: -1 }),
    selfSigned: other,
    wrongName: await signed({ authority, names: [{ type: 2, value: "example.org" }], days: 2 }),
    unknownAuthority: await signed({ authority: other, names, days: 2 }),
    ofClient: await signed({ authority, names, days: 2, isForServer: false }),
  };
}

/** Valid until so many days from now. */
const ecUntil = (days: number) => {
  const fromNow = (count: number) => new Date(Date.now() + count * 86_400_000);
  const validity = { notBeforeDate: fromNow(-3), notAfterDate: fromNow(days) };
  return { keyType: "ec", algorithm: "sha256", ...validity } as const;
};

async function newAuthority(name: string): Promise<Certificate> {
  const made = await generate([{ name: "commonName", value: name }], {
    ...ecUntil(2),
    extensions: [{ name: "basicConstraints", cA: true, critical: true }],
  });
  return { key: made.private, cert: made.cert };
}

interface Signing {
  authority: Certificate;
  /** As X.509 types them: 2 is a DNS name, 7 an IP address. */
  names: readonly ({ type: 2; value: string } | { type: 7; ip: string })[];
  days: number;
  isForServer?: boolean;
}

async function signed({
  authority,
  names,
  days,
  isForServer = true,
}: Signing): Promise<Certificate> {
  const made = await generate([{ name: "commonName", value: "receiver" }], {
    ...ecUntil(days),
    ca: authority,
    extensions: [
      { name: "extKeyUsage", serverAuth: isForServer, clientAuth: !isForServer },
      { name: "subjectAltName", altNames: [...names] },
    ],
  });
  return { key: made.private, cert: made.cert };
}
