import { type Declaration, parse, type Rule } from "postcss";
import { css, type Floor, featureAt, isOld } from "./browser-data.ts";

const types = css.types ?? {};
const properties = css.properties ?? {};
const selectors = css.selectors ?? {};
const atRules = css["at-rules"] ?? {};

/**
 * What built styles use that a browser of the floor may lack, with the files. What stands in `@supports`, and a value
 * that follows an older one of the same property, is meant for newer browsers.
 */
export function newerInStyles(styles: Map<string, string>, floor: Floor): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [file, style] of styles) {
    for (const name of newerIn(style, floor)) found.set(name, [...(found.get(name) ?? []), file]);
  }
  return found;
}

function newerIn(style: string, floor: Floor): Set<string> {
  const found = new Set<string>();
  const root = parse(style);
  root.walkAtRules((rule) => {
    if (isBehindSupports(rule)) return;
    report(`@${rule.name}`, featureAt(atRules, rule.name));
    if (rule.name !== "media") return;
    for (const [, name = ""] of rule.params.matchAll(/([a-z-]+)\s*[:)<>=]/g)) {
      const feature = name.replace(/^(min|max)-/, "");
      report(`@media ${feature}`, featureAt(atRules, "media", feature));
    }
  });
  root.walkRules((rule) => {
    if (isBehindSupports(rule)) return;
    for (const [, name = ""] of rule.selector.matchAll(/::?([a-z-]+)/g)) {
      report(`:${name}`, featureAt(selectors, name));
    }
    const isFlex = declared(rule).some(({ value }) => /^(inline-)?flex$/.test(value));
    if (isFlex && declared(rule).some(({ prop }) => /^(row-|column-)?gap$/.test(prop))) {
      report("gap in flex", featureAt(properties, "gap", "flex_context"));
    }
    for (const each of declared(rule)) if (!hasOlder(rule, each)) lookAt(each);
  });
  return found;

  function lookAt(declaration: Declaration): void {
    const { prop } = declaration;
    const property = featureAt(properties, prop);
    report(prop, property);
    if (property && !isOld(property, floor)) return;
    for (const [name, feature] of inValue(declaration)) report(`${prop}: ${name}`, feature);
  }

  function report(name: string, feature: ReturnType<typeof featureAt>): void {
    if (feature && !isOld(feature, floor)) found.add(name);
  }

  /** With var() in it, a browser finds out too late that it does not know the value. */
  function hasOlder(rule: Rule, { prop, value, parent }: Declaration): boolean {
    if (value.includes("var(") || parent === undefined) return false;
    const same = declared(rule).filter((other) => other.prop === prop);
    const [first] = same;
    return first !== undefined && first.value !== value && isKnown(first);
  }

  function isKnown(declaration: Declaration): boolean {
    return inValue(declaration).every(([, feature]) => !feature || isOld(feature, floor));
  }
}

type Features = (readonly [string, ReturnType<typeof featureAt>])[];

/** Functions, units and keywords. */
function inValue({ prop, value }: Declaration): Features {
  const plain = value.replace(/"[^"]*"|url\([^)]*\)/g, "");
  const functions = [...plain.matchAll(/([a-z-]+)\(/g)].map(([, name = ""]) => {
    const feature =
      featureAt(types, name) ??
      featureAt(types, "color", name) ??
      featureAt(properties, prop, name);
    return [`${name}()`, feature] as const;
  });
  const units = [...plain.matchAll(/[\d.]([a-z]{2,5})\b/g)].map(([, unit = ""]) => {
    return [unit, unitFeature(unit)] as const;
  });
  const words = [...plain.matchAll(/(?<![\w-])[a-z][a-z-]+(?![\w(-])/g)].map(([word]) => {
    return [word, featureAt(properties, prop, word)] as const;
  });
  return [...functions, ...units, ...words];
}

/** Units of viewports and containers are described in groups. */
function unitFeature(unit: string): ReturnType<typeof featureAt> {
  const own = featureAt(types, "length", unit);
  if (own) return own;
  if (/^[dsl]v(h|w|min|max|b|i)$/.test(unit)) {
    return featureAt(types, "length", "viewport_percentage_units_dynamic");
  }
  return /^cq/.test(unit) ? featureAt(types, "length", "container_query_length_units") : undefined;
}

function isBehindSupports(node: { parent?: unknown }): boolean {
  for (let each = node.parent; each; each = (each as { parent?: unknown }).parent) {
    if ((each as { name?: string }).name === "supports") return true;
  }
  return false;
}

function declared(rule: Rule): Declaration[] {
  return rule.nodes.filter((node) => node.type === "decl");
}
