import { fetchFrom, newAddress } from "../fetch-from.ts";
import { outputs } from "../service.ts";

/** A browser without scripts: it keeps the cookies of each host, and follows no redirect by itself. */
export class Visitor {
  readonly cookies = new Map<string, Map<string, string>>();
  /** Each has an address of its own, so that no test uses up the limits of another. */
  readonly address = newAddress();

  cookiesOf(url: string | URL): Map<string, string> {
    const { host } = new URL(url);
    const cookies = this.cookies.get(host) ?? new Map<string, string>();
    this.cookies.set(host, cookies);
    return cookies;
  }

  /** The console's cookies, as a request's header has them. */
  cookieHeader(): string {
    return headerOf(this.cookiesOf(outputs.ConsoleUrl));
  }

  async go(target: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(target, outputs.ConsoleUrl);
    const cookies = this.cookiesOf(url);
    const headers = new Headers(init.headers);
    if (cookies.size > 0) headers.set("cookie", headerOf(cookies));
    const response =
      url.origin === outputs.ConsoleUrl
        ? await fetchFrom(this.address, url, { ...init, headers })
        : await fetch(url, { redirect: "manual", ...init, headers });
    for (const line of response.headers.getSetCookie()) keep(cookies, line);
    return response;
  }

  /** Begins to sign in; returns where the provider asks who it is, or knows and leads back. */
  async toProvider(returnTo?: string): Promise<string> {
    const query = returnTo === undefined ? "" : `?${new URLSearchParams({ returnTo })}`;
    const begun = await this.go(`/sign-in${query}`);
    const asked = await this.go(locationOf(begun));
    return new URL(locationOf(asked), asked.url).href;
  }

  /** Signs in at the provider; returns the URL that leads back to the console. */
  async toCallback(email: string, returnTo?: string): Promise<string> {
    const page = await this.toProvider(returnTo);
    return page.startsWith(outputs.ConsoleUrl) ? page : await this.answer(page, email);
  }

  /** Answers the provider's question. */
  async answer(page: string, email: string): Promise<string> {
    const body = new URLSearchParams({ email });
    const answered = await this.go(page, { method: "POST", body });
    return locationOf(await this.go(locationOf(answered)));
  }

  /** Signs in; returns the console's response to the return from the provider. */
  async signIn(email: string, returnTo?: string): Promise<Response> {
    return await this.go(await this.toCallback(email, returnTo));
  }

  /** What the console knows about who is signed in. */
  async session(): Promise<Response> {
    return await this.go("/api/session");
  }

  async post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    const own = { "content-type": "application/json", origin: outputs.ConsoleUrl };
    const init = { method: "POST", body: JSON.stringify(body), headers: { ...own, ...headers } };
    return await this.go(path, init);
  }
}

export function locationOf(response: Response): string {
  const location = response.headers.get("location");
  if (location === null) throw new Error(`${response.status} ${response.url} leads nowhere`);
  return location;
}

function headerOf(cookies: Map<string, string>): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
}

function keep(cookies: Map<string, string>, line: string): void {
  const [pair = ""] = line.split(";");
  const mark = pair.indexOf("=");
  const [name, value] = [pair.slice(0, mark), pair.slice(mark + 1)];
  if (value === "") cookies.delete(name);
  else cookies.set(name, value);
}
