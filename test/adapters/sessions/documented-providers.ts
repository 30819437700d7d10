/** How a provider differs, from its own documentation. */
export interface DocumentedProvider {
  name: string;
  /** Read on 2026-11-28. */
  documentation: string[];
  issuer: string;
  metadata?: Record<string, unknown>;
  claims: Record<string, unknown>;
  emailVerified: boolean;
  /** What the page to sign out gets; CLIENT, CONSOLE and TOKEN stand for the values. */
  signOut: "none" | Record<string, string>;
}

const person = { email: "ann@example.com", name: "Ann" };

export const documentedProviders: DocumentedProvider[] = [
  {
    name: "Cognito",
    documentation: [
      "https://docs.aws.amazon.com/cognito/latest/developerguide/logout-endpoint.html",
    ],
    issuer: "https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_AbCdEf",
    metadata: { end_session_endpoint: "https://sign-in.auth.eu-west-1.amazoncognito.com/logout" },
    // Some of its tokens have booleans as text.
    claims: { ...person, email_verified: "true", "cognito:username": "b3c1", token_use: "id" },
    emailVerified: true,
    signOut: { client_id: "CLIENT", logout_uri: "CONSOLE" },
  },
  {
    name: "Entra ID",
    documentation: [
      "https://learn.microsoft.com/en-us/entra/identity-platform/v2-protocols-oidc",
      "https://learn.microsoft.com/en-us/entra/identity-platform/optional-claims-reference",
    ],
    issuer: "https://login.microsoftonline.com/9122040d-6c67-4c5b-b112-36a304b66dad/v2.0",
    metadata: { claims_supported: ["sub", "iss", "email", "tid"] },
    claims: { ...person, xms_edov: true, login_hint: "O.ABC", tid: "9122040d" },
    emailVerified: true,
    signOut: {
      client_id: "CLIENT",
      post_logout_redirect_uri: "CONSOLE",
      id_token_hint: "TOKEN",
      logout_hint: "O.ABC",
    },
  },
  {
    name: "Entra ID without the optional claims",
    documentation: [
      "https://learn.microsoft.com/en-us/entra/identity-platform/optional-claims-reference",
    ],
    issuer: "https://login.microsoftonline.com/9122040d-6c67-4c5b-b112-36a304b66dad/v2.0",
    claims: { ...person, tid: "9122040d" },
    emailVerified: false,
    signOut: { client_id: "CLIENT", post_logout_redirect_uri: "CONSOLE", id_token_hint: "TOKEN" },
  },
  {
    name: "Google",
    documentation: ["https://developers.google.com/identity/openid-connect/reference"],
    issuer: "https://accounts.google.com",
    metadata: { end_session_endpoint: undefined },
    claims: { ...person, email_verified: true, hd: "example.com", azp: "counting" },
    emailVerified: true,
    signOut: "none",
  },
  {
    name: "Okta",
    documentation: [
      "https://support.okta.com/help/s/article/the-purpose-of-id-token-hint-in-the-logout-api-and-how-does-it-affect-the-single-logout-process",
    ],
    issuer: "https://example.okta.com",
    metadata: { end_session_endpoint: "https://example.okta.com/oauth2/v1/logout" },
    claims: { ...person, email_verified: true, idp: "00o1", amr: ["pwd"] },
    emailVerified: true,
    // Without `id_token_hint` it responds with 400.
    signOut: { client_id: "CLIENT", post_logout_redirect_uri: "CONSOLE", id_token_hint: "TOKEN" },
  },
  {
    name: "Keycloak",
    documentation: [
      "https://www.keycloak.org/docs/latest/upgrading/#openid-connect-logout",
      "https://www.keycloak.org/docs-api/latest/javadocs/org/keycloak/protocol/oidc/endpoints/LogoutEndpoint.html",
    ],
    issuer: "https://login.example.com/realms/counting",
    metadata: { id_token_signing_alg_values_supported: ["PS384", "RS256", "HS256", "ES256"] },
    claims: { ...person, email_verified: false, sid: "f3a1", typ: "ID", azp: "counting" },
    emailVerified: false,
    signOut: { client_id: "CLIENT", post_logout_redirect_uri: "CONSOLE", id_token_hint: "TOKEN" },
  },
  {
    name: "Auth0",
    documentation: [
      "https://auth0.com/docs/authenticate/login/logout/log-users-out-of-auth0",
      "https://auth0.com/docs/api/authentication/logout/oidc-logout",
    ],
    // With a slash, which people leave out when they type it.
    issuer: "https://example.eu.auth0.com/",
    metadata: {
      end_session_endpoint: "https://example.eu.auth0.com/oidc/logout",
      id_token_signing_alg_values_supported: ["HS256", "RS256", "PS256"],
    },
    claims: { ...person, email_verified: true, sid: "s1" },
    emailVerified: true,
    signOut: { client_id: "CLIENT", post_logout_redirect_uri: "CONSOLE", id_token_hint: "TOKEN" },
  },
];
