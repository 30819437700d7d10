import { createHmac, generateKeyPairSync, hash, type KeyObject, sign } from "node:crypto";
import type { OpenidOptions } from "../../../adapters/sessions/openid-metadata.ts";

type Fetch = NonNullable<OpenidOptions["fetch"]>;
type Claims = Record<string, unknown>;

export const clientId = "counting";
export const clientSecret = "a secret of at least 32 characters";

// Made once: it takes a second on a busy machine.
const newKey = () => generateKeyPairSync("rsa", { modulusLength: 2_048 }).privateKey;
const keys = [newKey(), newKey()] as const;
const keyAt = (rotations: number) => (rotations % 2 === 0 ? keys[0] : keys[1]);

/** An OpenID provider without a network, which can be any provider, well-behaved or not. */
export class PlayedProvider {
  readonly issuer: string;
  /** What it publishes about itself; undefined leaves a field out. */
  metadata: Record<string, unknown>;
  /** What it says of a person, over what every ID token has. */
  claims: Claims;
  alg: "RS256" | "HS256" = "RS256";
  /** How far its clock is ahead. */
  aheadSeconds = 0;
  /** Does not respond at URLs that begin so. */
  down: string | undefined;
  /** What the UserInfo endpoint says. */
  userInfo: Response | undefined;
  /** What the token endpoint says instead of issuing tokens. */
  tokens: Response | undefined;
  /** Which URLs it was asked for, without their queries. */
  readonly asked: string[] = [];
  lastIdToken = "";
  #rotations = 0;
  #published = [keyAt(0)];
  #begun = new Map<string, { nonce: string; challenge: string }>();

  constructor(issuer: string, claims: Claims = {}, metadata: Record<string, unknown> = {}) {
    this.issuer = issuer;
    this.claims = claims;
    const base = issuer.replace(/\/$/, "");
    this.metadata = {
      issuer,
      authorization_endpoint: `${base}/authorize`,
      token_endpoint: `${base}/token`,
      userinfo_endpoint: `${base}/userinfo`,
      jwks_uri: `${base}/keys`,
      end_session_endpoint: `${base}/logout`,
      id_token_signing_alg_values_supported: ["RS256"],
      ...metadata,
    };
  }

  /** Signs with a key that it publishes from now on; `hidden` with one that it does not. */
  rotateKey(hidden = false): void {
    this.#rotations += 1;
    if (!hidden) this.#published = [keyAt(this.#rotations)];
  }

  /** What the person's browser brings back after they signed in. */
  signIn(begunUrl: string, more: Record<string, string> = {}): URL {
    const { searchParams: asked, origin, pathname } = new URL(begunUrl);
    if (`${origin}${pathname}` !== this.metadata.authorization_endpoint) throw new Error(begunUrl);
    const code = `code-${this.#begun.size}`;
    const [nonce, challenge] = [asked.get("nonce") ?? "", asked.get("code_challenge") ?? ""];
    this.#begun.set(code, { nonce, challenge });
    const callback = new URL(asked.get("redirect_uri") ?? "");
    callback.search = String(
      new URLSearchParams({ code, state: asked.get("state") ?? "", ...more }),
    );
    return callback;
  }

  readonly fetch: Fetch = async (url, { body }) => {
    const { origin, pathname } = new URL(url);
    const asked = `${origin}${pathname}`;
    this.asked.push(asked);
    if (this.down !== undefined && asked.startsWith(this.down)) {
      return new Response("", { status: 503 });
    }
    switch (asked) {
      case `${this.issuer.replace(/\/$/, "")}/.well-known/openid-configuration`:
        return Response.json(this.metadata);
      case this.metadata.jwks_uri:
        return Response.json({ keys: this.#published.map(publicJwk) });
      case this.metadata.token_endpoint:
        return this.#token(new URLSearchParams(String(body)));
      case this.metadata.userinfo_endpoint:
        return this.userInfo?.clone() ?? Response.json({ sub: this.claims.sub ?? "subject" });
      default:
        return new Response("", { status: 404 });
    }
  };

  #token(form: URLSearchParams): Response {
    if (this.tokens !== undefined) return this.tokens;
    const code = form.get("code") ?? "";
    const begun = this.#begun.get(code);
    this.#begun.delete(code);
    const challenge = hash("sha256", form.get("code_verifier") ?? "", "base64url");
    if (begun?.challenge !== challenge) {
      return Response.json({ error: "invalid_grant" }, { status: 400 });
    }
    this.lastIdToken = this.#idToken(begun.nonce);
    const tokens = { access_token: "access-token", token_type: "Bearer" };
    return Response.json({ ...tokens, id_token: this.lastIdToken });
  }

  #idToken(nonce: string): string {
    const iat = Math.floor(Date.now() / 1_000) + this.aheadSeconds;
    const { issuer: iss } = this.metadata;
    const own = { iss, aud: clientId, sub: "subject", iat, exp: iat + 3_600, nonce };
    const header = { alg: this.alg, kid: kidOf(keyAt(this.#rotations)) };
    const text = [header, { ...own, ...this.claims }]
      .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
      .join(".");
    const signature =
      this.alg === "HS256"
        ? createHmac("sha256", clientSecret).update(text).digest()
        : sign("sha256", Buffer.from(text), keyAt(this.#rotations));
    return `${text}.${signature.toString("base64url")}`;
  }
}

function publicJwk(key: KeyObject) {
  const { kty, n, e } = key.export({ format: "jwk" });
  return { kty, n, e, alg: "RS256", use: "sig", kid: kidOf(key) };
}

function kidOf(key: KeyObject): string {
  return hash("sha256", String(key.export({ format: "jwk" }).n), "hex").slice(0, 8);
}
