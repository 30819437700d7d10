import { expect, test } from "vitest";
import { judgeIdentityProvider } from "../../../core/operations/identity-provider.ts";

const issuer = "https://login.example.com/tenant";
const metadata = {
  authorization_endpoint: `${issuer}/a`,
  token_endpoint: `${issuer}/t`,
  jwks_uri: `${issuer}/k`,
  end_session_endpoint: `${issuer}/e`,
  claims_supported: ["sub", "email", "email_verified"],
};
const without = (name: keyof typeof metadata) => ({ ...metadata, [name]: undefined });
const well = { issuer, metadata, aheadSeconds: 30 };
const wrongIssuer = (received: string) => ({
  issuer,
  failure: { result: "failed", cause: "issuer", detail: { expected: issuer, received } } as const,
});

test.each<[string, Parameters<typeof judgeIdentityProvider>[0], string, RegExp, RegExp | null]>([
  ["that is well", well, "fine", /^people sign in at \S+tenant$/, null],
  [
    "without a page to sign out",
    { ...well, metadata: without("end_session_endpoint") },
    "fine",
    /no page to sign out/,
    null,
  ],
  [
    "like Entra",
    { ...well, metadata: { ...metadata, claims_supported: ["sub", "email"] } },
    "fine",
    /xms_edov/,
    null,
  ],
  [
    "with a slash more",
    wrongIssuer(`${issuer}/`),
    "critical",
    /tenant calls itself \S+tenant\/, so nobody/,
    /only a slash at the end differs: set oidcIssuer to \S+tenant\/,/,
  ],
  [
    "with another name",
    wrongIssuer("https://e.example"),
    "critical",
    /calls itself/,
    /^if this is/,
  ],
  [
    "for all tenants",
    wrongIssuer("https://m/{tenantid}"),
    "critical",
    /tenantid/,
    /your own tenant/,
  ],
  [
    "that does not respond",
    { issuer, failure: { result: "failed", cause: "unavailable", detail: { code: "ENOTFOUND" } } },
    "critical",
    /\(unavailable: ENOTFOUND\)/,
    /openid-configuration/,
  ],
  [
    "without an endpoint",
    { ...well, metadata: without("jwks_uri") },
    "critical",
    /publishes no jwks_uri/,
    /documentation/,
  ],
  [
    "with a secret's algorithms only",
    { ...well, metadata: { ...metadata, id_token_signing_alg_values_supported: ["HS256"] } },
    "critical",
    /signs ID tokens with HS256 only/,
    /RS256/,
  ],
  ["whose clock is slow", { ...well, aheadSeconds: -3_600 }, "warning", /3600 s behind/, /clock/],
])("an identity provider %s", (_, facts, severity, sentence, remedy) => {
  const [finding, ...others] = judgeIdentityProvider(facts);
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ severity, sentence: expect.stringMatching(sentence) });
  if (remedy === null) expect(finding?.remedy).toBeNull();
  else expect(finding?.remedy).toMatch(remedy);
});
