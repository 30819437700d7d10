import {
  AuthorityKeyIdentifierExtension,
  type Extension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from "@peculiar/x509";

/** In PEM. */
export interface IssuedCertificate {
  cert: string;
  key: string;
}

export interface CertificateRequest {
  commonName: string;
  /** Who signs; the certificate signs itself without one. */
  authority?: IssuedCertificate;
  notBefore: Date;
  notAfter: Date;
  extensions: Extension[];
}

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };

/** Makes a key and its certificate, with the key identifiers that strict clients want, as Python 3.13 by default. */
export async function issueCertificate(request: CertificateRequest): Promise<IssuedCertificate> {
  const { commonName, authority, notBefore, notAfter, extensions } = request;
  const keys = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const issuer = authority && new X509Certificate(authority.cert);
  const subject = `CN=${commonName}`;
  const certificate = await X509CertificateGenerator.create({
    ...{ subject, notBefore, notAfter, publicKey: keys.publicKey },
    issuer: issuer?.subject ?? subject,
    signingKey: authority ? await signingKeyOf(authority.key) : keys.privateKey,
    signingAlgorithm: algorithm,
    extensions: [
      ...extensions,
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      await AuthorityKeyIdentifierExtension.create(issuer?.publicKey ?? keys.publicKey),
    ],
  });
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey("pkcs8", keys.privateKey));
  return { cert: certificate.toString("pem"), key: pemOf(pkcs8) };
}

function pemOf(pkcs8: Buffer): string {
  const lines = pkcs8.toString("base64").match(/.{1,64}/g) ?? [];
  return ["-----BEGIN PRIVATE KEY-----", ...lines, "-----END PRIVATE KEY-----", ""].join("\n");
}

async function signingKeyOf(pem: string): Promise<CryptoKey> {
  const pkcs8 = Buffer.from(pem.replace(/-----.*-----/g, ""), "base64");
  return await crypto.subtle.importKey("pkcs8", pkcs8, algorithm, false, ["sign"]);
}
