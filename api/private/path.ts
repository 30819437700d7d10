import {
  type PathParameters,
  type PrivateMethod,
  pathIn,
  privateMethods,
  type RouteKey,
} from "./route.ts";

// Without zod: every page of the console loads it.

/** The path of a request to a route, whose key is for example `GET /api/keys/{organizationId}`. */
export function pathOf<Key extends string>(key: Key, parameters: PathParameters<Key>): string {
  const values = new Map(Object.entries(Object(parameters)));
  return pathIn(key).replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values.get(name))),
  );
}

type MethodOf<Key> = Key extends `${infer Method extends PrivateMethod} ${string}` ? Method : never;

/** The method of a route's key. */
export function methodOf<Key extends RouteKey>(key: Key): MethodOf<Key> {
  const isMethod = (one: PrivateMethod): one is MethodOf<Key> => key.startsWith(`${one} `);
  const method = privateMethods.find(isMethod);
  if (method === undefined) throw new Error(`${key} has no method`);
  return method;
}

/** A query with its question mark, of those parameters that have a value. */
export function queryText(parameters: object | undefined): string {
  const given = Object.entries(parameters ?? {}).filter(([, value]) => value !== undefined);
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
}
