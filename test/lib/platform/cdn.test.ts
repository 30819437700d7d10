import { expect, test } from "vitest";
import * as z from "zod";
import { consoleSurface } from "../../../lambdas/functions/console.ts";
import { siteSurface } from "../../../lambdas/functions/site.ts";
import { propertiesOf, resolved } from "../synthesized.ts";

const Distribution = z.object({
  DistributionConfig: z.object({
    Origins: z.array(
      z.object({ CustomOriginConfig: z.object({ OriginReadTimeout: z.int() }).optional() }),
    ),
  }),
});

const FunctionProperties = z.object({ Description: z.string(), Timeout: z.int() });

test("a CDN waits at least as long as the slowest function behind it may take", () => {
  const readTimeouts = propertiesOf("AWS::CloudFront::Distribution").flatMap((properties) =>
    Distribution.parse(resolved(properties)).DistributionConfig.Origins.flatMap(
      ({ CustomOriginConfig }) => CustomOriginConfig?.OriginReadTimeout ?? [],
    ),
  );
  expect(readTimeouts).toHaveLength(2);
  const behind = new Set(
    [siteSurface, consoleSurface].flatMap(({ functions }) => functions.map(({ name }) => name)),
  );
  const timeouts = propertiesOf("AWS::Lambda::Function")
    .map((properties) => FunctionProperties.parse(resolved(properties)))
    .filter(({ Description }) => behind.has(Description.split(": ")[1] ?? ""))
    .map(({ Timeout }) => Timeout);
  expect(timeouts).toHaveLength(behind.size);
  expect(Math.min(...readTimeouts)).toBeGreaterThanOrEqual(Math.max(...timeouts));
});
