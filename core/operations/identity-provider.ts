import type { FailedSignIn } from "../sessions/identity-provider.ts";
import { critical, type Finding, fine, warning } from "./finding.ts";

/** What an identity provider publishes, or why it could not be read. */
export type IdentityProviderFacts =
  | { issuer: string; failure: FailedSignIn }
  | { issuer: string; metadata: ProviderMetadata; aheadSeconds: number };

interface ProviderMetadata {
  authorization_endpoint?: string;
  token_endpoint?: string;
  jwks_uri?: string;
  end_session_endpoint?: string;
  id_token_signing_alg_values_supported?: string[];
  claims_supported?: string[];
}

const requiredEndpoints = ["authorization_endpoint", "token_endpoint", "jwks_uri"] as const;

/** A sign-in tolerates this much between both clocks. */
const toleratedSeconds = 30;

/** Says what keeps people from signing in. */
export function judgeIdentityProvider(facts: IdentityProviderFacts): Finding[] {
  const { issuer } = facts;
  const metadataUrl = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  if ("failure" in facts) return [failureFinding(issuer, metadataUrl, facts.failure)];
  const { metadata, aheadSeconds } = facts;
  const missing = requiredEndpoints.filter((name) => metadata[name] === undefined);
  if (missing.length > 0) {
    return [
      critical(
        `${issuer} publishes no ${missing.join(", ")}, so nobody can sign in`,
        `compare ${metadataUrl} with the provider's documentation`,
      ),
    ];
  }
  const { id_token_signing_alg_values_supported: algorithms = ["RS256"] } = metadata;
  if (!algorithms.some((algorithm) => /^(RS|PS|ES|Ed)/.test(algorithm))) {
    return [
      critical(
        `${issuer} signs ID tokens with ${algorithms.join(", ")} only, so nobody can sign in`,
        "let it sign with RS256 or another algorithm with a public key",
      ),
    ];
  }
  if (Math.abs(aheadSeconds) > toleratedSeconds) {
    const side = aheadSeconds > 0 ? "ahead of" : "behind";
    return [
      warning(
        `the clock of ${issuer} is ${Math.abs(aheadSeconds)} s ${side} this machine's; a sign-in tolerates ${toleratedSeconds} s`,
        "set the clock that is wrong",
      ),
    ];
  }
  return [fine(`people sign in at ${issuer}${peculiarities(metadata)}`)];
}

/** What is no fault, and explains what people see. */
function peculiarities({ end_session_endpoint, claims_supported }: ProviderMetadata): string {
  const known = [
    end_session_endpoint === undefined && "it has no page to sign out",
    claims_supported?.includes("email_verified") === false &&
      "it lists no claim email_verified, which invitations need unless it sends xms_edov",
  ].filter((one) => one !== false);
  return known.length > 0 ? `; ${known.join("; ")}` : "";
}

function failureFinding(issuer: string, url: string, { cause, detail }: FailedSignIn): Finding {
  if (cause !== "issuer") {
    const why = Object.values(detail).join(" ");
    return critical(
      `the metadata of ${issuer} cannot be read (${cause}: ${why}), so nobody can sign in`,
      `open ${url}, and look at the provider's status page`,
    );
  }
  const received = String(detail.received);
  const sentence = `${issuer} calls itself ${received}, so nobody can sign in`;
  if (received.includes("{")) return critical(sentence, "name your own tenant in oidcIssuer");
  const isSlash = received.replace(/\/$/, "") === issuer.replace(/\/$/, "");
  const remedy = isSlash ? "only a slash at the end differs: set" : "if this is the provider, set";
  return critical(sentence, `${remedy} oidcIssuer to ${received}, and deploy`);
}
