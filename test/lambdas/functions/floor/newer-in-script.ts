import { parseSync } from "vite";
import { type Floor, featureAt, isOld, javascript, scriptNames } from "./browser-data.ts";

interface Node {
  type: string;
  [key: string]: unknown;
}

/** Objects that every page has, and what they are. */
const interfaces: Record<string, string> = {
  document: "Document",
  navigator: "Navigator",
  crypto: "Crypto",
  performance: "Performance",
  location: "Location",
  history: "History",
  screen: "Screen",
  caches: "CacheStorage",
  localStorage: "Storage",
  window: "Window",
  globalThis: "Window",
  self: "Window",
};

/**
 * What built scripts use that a browser of the floor may lack, with the files. A method of an unknown
 * object counts when nothing of that name is old, unless the name is one of the scripts' own.
 */
export function newerInScripts(scripts: Map<string, string>, floor: Floor): Map<string, string[]> {
  const parsed = [...scripts].map(([file, code]) => [file, parse(code)] as const);
  const own = new Set(parsed.flatMap(([, program]) => [...definedIn(program)]));
  const found = new Map<string, string[]>();
  for (const [file, program] of parsed) {
    for (const name of newerIn(program, own, floor)) {
      found.set(name, [...(found.get(name) ?? []), file]);
    }
  }
  return found;
}

function parse(code: string): Node {
  const { program, errors } = parseSync("script.js", code);
  if (errors.length > 0) throw new Error(errors[0]?.message);
  return program as unknown as Node;
}

/** Keys of objects and members of classes. */
function definedIn(program: Node): Set<string> {
  const names = new Set<string>();
  walk(program, (node, parent) => {
    const isDefined =
      (node.type === "Property" && parent?.type === "ObjectExpression") ||
      node.type === "MethodDefinition" ||
      node.type === "PropertyDefinition";
    const { name } = (node.key ?? {}) as Node;
    if (isDefined && typeof name === "string") names.add(name);
    const { left } = node as { left?: Node };
    const assigned = node.type === "AssignmentExpression" && left?.type === "MemberExpression";
    if (assigned) names.add(nameOf(left) ?? "");
  });
  return names;
}

function newerIn(program: Node, own: Set<string>, floor: Floor): Set<string> {
  const found = new Set<string>();
  walk(program, (node, parent) => {
    if (node.type === "MemberExpression") {
      const member = nameOf(node);
      const isCalled = parent?.type === "CallExpression" && parent.callee === node;
      if (member !== undefined) look(member, node.object as Node, isCalled);
    }
    if (node.type === "Identifier" && !isKey(node, parent)) {
      const name = String(node.name);
      const feature = scriptNames.globals.get(name);
      if (feature && !isOld(feature, floor)) found.add(name);
    }
    const { regex } = node as { regex?: { pattern: string; flags: string } };
    if (regex) for (const name of newerInPattern(regex)) found.add(name);
  });
  return found;

  function look(member: string, object: Node, isCalled: boolean): void {
    const global = globalName(object);
    const owner = global && (interfaces[global] ?? global);
    const feature = owner && scriptNames.statics.get(`${owner}.${member}`);
    if (feature) {
      if (!isOld(feature, floor)) found.add(`${global}.${member}`);
    } else if (isCalled && isNewer(member)) found.add(`.${member}()`);
  }

  function isNewer(member: string): boolean {
    const { features, isOfLanguage } = scriptNames.members.get(member) ?? { features: [] };
    if (features.length === 0 || (own.has(member) && !isOfLanguage)) return false;
    return !features.some((feature) => isOld(feature, floor));
  }

  function newerInPattern({ pattern, flags }: { pattern: string; flags: string }): string[] {
    const expressions = javascript.regular_expressions ?? {};
    const used = [
      ...(/\(\?<[=!]/.test(pattern) ? ["lookbehind_assertion"] : []),
      ...(/\(\?[a-z-]+:/.test(pattern) ? ["modifier"] : []),
    ].map((name) => [name, featureAt(expressions, name)] as const);
    const ofFlags = [
      ...(flags.includes("v") ? ["unicodeSets"] : []),
      ...(flags.includes("d") ? ["hasIndices"] : []),
    ].map((name) => [name, scriptNames.statics.get(`RegExp.${name}`)] as const);
    return [...used, ...ofFlags].flatMap(([name, feature]) =>
      feature && isOld(feature, floor) ? [] : [`RegExp ${name}`],
    );
  }
}

function nameOf({ computed, property }: Node): string | undefined {
  const { type, name, value } = property as Node;
  if (!computed && type === "Identifier") return String(name);
  return computed && typeof value === "string" ? value : undefined;
}

function globalName(object: Node): string | undefined {
  if (object.type === "Identifier") return String(object.name);
  if (object.type !== "MemberExpression") return undefined;
  const isOfWindow = ["window", "globalThis", "self", "Intl"].includes(
    String((object.object as Node).name),
  );
  return isOfWindow ? nameOf(object) : undefined;
}

function isKey(node: Node, parent: Node | undefined): boolean {
  if (parent === undefined || parent.computed) return false;
  return parent.property === node || (parent.key === node && parent.value !== node);
}

function walk(node: Node, visit: (node: Node, parent: Node | undefined) => void): void {
  const waiting: [Node, Node | undefined][] = [[node, undefined]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [each, parent] = next;
    visit(each, parent);
    for (const child of Object.values(each).flat()) {
      if (typeof child === "object" && child !== null && "type" in child) {
        waiting.push([child as Node, each]);
      }
    }
  }
}
