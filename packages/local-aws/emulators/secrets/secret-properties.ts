import * as z from "zod";
import type { Stack } from "../../template/stack.ts";

export const secretTypes = ["AWS::SecretsManager::Secret"];

const withoutEffect = ["Description", "KmsKeyId", "Tags"];

const Generation = z.strictObject({
  PasswordLength: z.coerce.number().int().min(1).max(4_096).default(32),
  ExcludeCharacters: z.string().default(""),
  ExcludeLowercase: z.boolean().default(false),
  ExcludeUppercase: z.boolean().default(false),
  ExcludeNumbers: z.boolean().default(false),
  ExcludePunctuation: z.boolean().default(false),
  IncludeSpace: z.literal(false).default(false),
  RequireEachIncludedType: z.literal(true).default(true),
});

const SecretProperties = z.strictObject({
  Name: z.string().optional(),
  GenerateSecretString: Generation,
});

/** A secret of the template: its name, and how its value is made. */
export interface SecretSpec {
  name: string;
  /** Each kind of character of which the value has at least one. */
  alphabets: string[];
  length: number;
}

/** The secrets that the template declares; only those whose value is generated work here. */
export function readSecrets(stack: Stack): SecretSpec[] {
  return stack.resources(...secretTypes).map((resource) => {
    const { GenerateSecretString } = stack.properties(resource, SecretProperties, withoutEffect);
    return {
      name: stack.nameOf(resource.logicalId),
      alphabets: alphabetsOf(GenerateSecretString),
      length: GenerateSecretString.PasswordLength,
    };
  });
}

const lowercase = "abcdefghijklmnopqrstuvwxyz";

function alphabetsOf(generation: z.infer<typeof Generation>): string[] {
  const excluded = new Set(generation.ExcludeCharacters);
  return [
    generation.ExcludeLowercase ? "" : lowercase,
    generation.ExcludeUppercase ? "" : lowercase.toUpperCase(),
    generation.ExcludeNumbers ? "" : "0123456789",
    generation.ExcludePunctuation ? "" : "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
  ]
    .map((alphabet) => [...alphabet].filter((character) => !excluded.has(character)).join(""))
    .filter((alphabet) => alphabet !== "");
}
