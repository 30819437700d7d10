import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as z from "zod";
import { template } from "./synthesized.ts";

const page = readFileSync("docs/operators/deploy.md", "utf8");

const Policy = z.object({
  Statement: z.array(z.object({ Resource: z.string() })),
});

/** The ARNs in the policy that a heading of the page prints. */
function arnsUnder(heading: string): string[] {
  const section = page.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  const [, json = ""] = /```json\n(.*?)\n```/s.exec(section) ?? [];
  return Policy.parse(JSON.parse(json)).Statement.map(({ Resource }) => Resource);
}

/** The longest names of the kinds that CloudFormation names, and what their ARNs begin with. */
const kinds: Record<string, { longest: number; arn: string }> = {
  "AWS::DynamoDB::GlobalTable": { longest: 255, arn: "arn:aws:dynamodb:REGION:ACCOUNT:table/" },
  "AWS::SQS::Queue": { longest: 80, arn: "arn:aws:sqs:REGION:ACCOUNT:" },
  "AWS::S3::Bucket": { longest: 63, arn: "arn:aws:s3:::" },
  "AWS::Lambda::Function": { longest: 64, arn: "arn:aws:lambda:REGION:ACCOUNT:function:" },
};

/**
 * As CloudFormation names a resource: it keeps 13 characters for a random end, and where the rest is too
 * long, each of the stack's name and the logical id gets half. AWS documents no rule; these are the
 * halves of names that others have published (25 and 25 of a role, 25 and 24 of a bucket).
 */
function physicalName(stack: string, logicalId: string, longest: number): string {
  const room = longest - "-".length - "-ABCDEFGHIJKL".length;
  const isCut = stack.length + logicalId.length > room;
  const [first, second] = isCut
    ? [stack.slice(0, Math.ceil(room / 2)), logicalId.slice(0, Math.floor(room / 2))]
    : [stack, logicalId];
  return `${first}-${second}-ABCDEFGHIJKL`;
}

test.each([
  "counting-service-production",
  "counting-service-test-pr-12",
  "a",
  `${"s".repeat(40)}-${"p".repeat(20)}`,
])(
  "the printed policies match the names of the stack %s, which CloudFormation shortens",
  (stack) => {
    const filledIn = (heading: string) =>
      arnsUnder(heading).map((arn) =>
        arn.replace("STACK", stack).replace("SHORT", stack.slice(0, 24)),
      );
    const policies: [heading: string, types: string[]][] = [
      ["What the doctor may read", Object.keys(kinds)],
      ["The smoke test", ["AWS::DynamoDB::GlobalTable", "AWS::SQS::Queue"]],
    ];
    const missed = policies.flatMap(([heading, types]) =>
      types.flatMap((type) => {
        const { longest = 0, arn = "" } = kinds[type] ?? {};
        const beginnings = filledIn(heading).flatMap((pattern) =>
          pattern.startsWith(arn) ? [pattern.replace(/\*$/, "")] : [],
        );
        expect([type, beginnings.length]).toEqual([type, 1]);
        return Object.keys(template().findResources(type))
          .map((id) => `${arn}${physicalName(stack, id, longest)}`)
          .filter((name) => !beginnings.some((beginning) => name.startsWith(beginning)));
      }),
    );
    expect(missed).toEqual([]);
  },
);
