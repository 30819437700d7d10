import { getCACertificates, setDefaultCACertificates } from "node:tls";
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  SubjectAlternativeNameExtension,
} from "@peculiar/x509";
import { afterAll, beforeAll } from "vitest";
import {
  type IssuedCertificate as Certificate,
  issueCertificate,
} from "../../../local/issue-certificate.ts";

export type { Certificate };

export interface Certificates {
  authority: string;
  good: Certificate;
  expired: Certificate;
  selfSigned: Certificate;
  wrongName: Certificate;
  unknownAuthority: Certificate;
  ofClient: Certificate;
}

/** Certificates that are trusted during the tests of a file or a group, as far as they should be. */
export function trustedCertificates(): Certificates {
  const certificates = {} as Certificates;
  const before = getCACertificates("default");
  beforeAll(async () => {
    Object.assign(certificates, await makeCertificates());
    setDefaultCACertificates([...before, certificates.authority]);
  });
  afterAll(() => setDefaultCACertificates(before));
  return certificates;
}

/** In PEM; `good` is for receiver.example.com and 127.0.0.1. */
async function makeCertificates(): Promise<Certificates> {
  const authority = await newAuthority("authority");
  const other = await newAuthority("other-authority");
  const names = [
    { type: "dns", value: "receiver.example.com" },
    { type: "ip", value: "127.0.0.1" },
  ] as const;
  return {
    authority: authority.cert,
    good: await signed({ authority, names, days: 2 }),
    expired: await signed({ authority, names, days: -1 }),
    selfSigned: other,
    wrongName: await signed({ authority, names: [{ type: "dns", value: "example.org" }], days: 2 }),
    unknownAuthority: await signed({ authority: other, names, days: 2 }),
    ofClient: await signed({ authority, names, days: 2, isForServer: false }),
  };
}

/** Valid until so many days from now. */
const validUntil = (days: number) => {
  const fromNow = (count: number) => new Date(Date.now() + count * 86_400_000);
  return { notBefore: fromNow(-3), notAfter: fromNow(days) };
};

const newAuthority = (commonName: string) =>
  issueCertificate({
    ...{ commonName, ...validUntil(2) },
    extensions: [new BasicConstraintsExtension(true, undefined, true)],
  });

interface Signing {
  authority: Certificate;
  names: readonly { type: "dns" | "ip"; value: string }[];
  days: number;
  isForServer?: boolean;
}

function signed({ authority, names, days, isForServer = true }: Signing): Promise<Certificate> {
  const usage = isForServer ? ExtendedKeyUsage.serverAuth : ExtendedKeyUsage.clientAuth;
  return issueCertificate({
    ...{ commonName: "receiver", authority, ...validUntil(days) },
    extensions: [
      new ExtendedKeyUsageExtension([usage]),
      new SubjectAlternativeNameExtension([...names]),
    ],
  });
}
