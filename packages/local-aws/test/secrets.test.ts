import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ResourceNotFoundException, SecretsManager } from "@aws-sdk/client-secrets-manager";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSecrets, type SecretSpec } from "../emulators/secrets/secret-properties.ts";
import { secretValues } from "../emulators/secrets/secret-values.ts";
import { Secrets } from "../emulators/secrets/secrets.ts";
import { localCredentials, localRegion, secretArn } from "../template/arns.ts";
import { Stack } from "../template/stack.ts";
import { Template } from "../template/template.ts";

const folder = mkdtempSync(join(tmpdir(), "local-secrets-"));
const file = join(folder, "secrets.json");
const given = { "arn:aws:secretsmanager:eu-west-1:1:secret:other-AbCdEf": "from the caller" };
const spec: SecretSpec = { name: "Origin", alphabets: ["abc", "123"], length: 20 };

let secrets: Secrets;
let client: SecretsManager;

beforeAll(async () => {
  secrets = new Secrets(secretValues(folder, [spec], given));
  client = new SecretsManager({
    region: localRegion,
    credentials: localCredentials,
    maxAttempts: 1,
    endpoint: await secrets.start(),
  });
});
afterAll(async () => {
  client.destroy();
  await secrets.close();
  rmSync(folder, { recursive: true });
});

test("a generated secret is read by its ARN and by its name", async () => {
  const byArn = await client.getSecretValue({ SecretId: secretArn("Origin") });
  expect(byArn).toMatchObject({ Name: "Origin", VersionStages: ["AWSCURRENT"] });
  expect(byArn.SecretString).toMatch(/^[abc123]{20}$/);
  expect(byArn.CreatedDate).toBeInstanceOf(Date);
  const byName = await client.getSecretValue({ SecretId: "Origin" });
  expect(byName.SecretString).toBe(byArn.SecretString);
});

test("a secret of the caller is read by its ARN", async () => {
  const [arn = ""] = Object.keys(given);
  expect(await client.getSecretValue({ SecretId: arn })).toMatchObject({
    ARN: arn,
    Name: "other",
    SecretString: "from the caller",
  });
});

test("a secret that nobody has is not found", async () => {
  const reading = client.getSecretValue({ SecretId: secretArn("Nobody") });
  await expect(reading).rejects.toThrow(ResourceNotFoundException);
});

test.each([
  [
    "another version",
    () => client.getSecretValue({ SecretId: "Origin", VersionId: "v".repeat(32) }),
  ],
  [
    "the version before",
    () => client.getSecretValue({ SecretId: "Origin", VersionStage: "AWSPREVIOUS" }),
  ],
  ["another operation", () => client.listSecrets({})],
])("%s is refused, not ignored", async (_, ask) => {
  await expect(ask()).rejects.toThrow();
});

test("values stay the same after a restart, and only their owner may read the file", () => {
  const first = secretValues(folder, [spec], {});
  const later = secretValues(folder, [{ ...spec, name: "New" }, spec], {});
  expect(later.find(({ name }) => name === "Origin")).toEqual(first[0]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("a damaged file is an error that quotes nothing of it", () => {
  const damaged = mkdtempSync(join(tmpdir(), "local-secrets-"));
  writeFileSync(join(damaged, "secrets.json"), '{"Origin": 7, "x": "secret"');
  expect(() => secretValues(damaged, [spec], {})).toThrow(/does not hold the secrets/);
  expect(readFileSync(join(damaged, "secrets.json"), "utf8")).toContain("secret");
  rmSync(damaged, { recursive: true });
});

const stackWith = (properties: object) =>
  new Stack(
    "S",
    Template.parse({
      Resources: { Origin: { Type: "AWS::SecretsManager::Secret", Properties: properties } },
    }),
    { sqs: "", apiUrl: () => "", cdnUrl: () => "" },
  );

test("a template's secret has characters of each kind that is not excluded", () => {
  const [read] = readSecrets(
    stackWith({
      GenerateSecretString: {
        PasswordLength: 9,
        ExcludePunctuation: true,
        ExcludeCharacters: "aB",
      },
    }),
  );
  expect(read).toMatchObject({ name: "Origin", length: 9 });
  expect(read?.alphabets.map((alphabet) => alphabet.length)).toEqual([25, 25, 10]);
});

test.each([
  [{ SecretString: "known to the template" }],
  [{ GenerateSecretString: { SecretStringTemplate: "{}", GenerateStringKey: "password" } }],
  [{ GenerateSecretString: { IncludeSpace: true } }],
])("a template's secret with %j is refused", (properties) => {
  expect(() => readSecrets(stackWith(properties))).toThrow(/does not support/);
});
