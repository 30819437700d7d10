import { App, NestedStack, Stack } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { expect, test } from "vitest";
import { InlineRole } from "../../../lib/platform/inline-role.ts";

/** How many policies stand beside a role, in a stack of this name and in one that is nested in it. */
function policiesBeside(stackName: string): number[] {
  const stack = new Stack(new App(), "Main", { stackName });
  const stacks = [stack, new NestedStack(stack, "Nested")];
  for (const one of stacks) {
    const role = new InlineRole(one, "Role", {
      assumedBy: new ServicePrincipal("lambda.amazonaws.com"),
    });
    role.addToPolicy(new PolicyStatement({ actions: ["sqs:SendMessage"], resources: ["*"] }));
  }
  return stacks.map(
    (one) => Object.keys(Template.fromStack(one).findResources("AWS::IAM::Policy")).length,
  );
}

test("a role holds its policy, but not in a stack whose name makes it too long for an update", () => {
  expect(policiesBeside("s".repeat(32))).toEqual([0, 0]);
  expect(policiesBeside("s".repeat(33))).toEqual([1, 1]);
});
