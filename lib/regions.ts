import { RegionInfo } from "aws-cdk-lib/region-info";

/** Where CloudFormation has no type `AWS::Budgets::Budget`, by its schemas of 20 October 2026. */
const withoutBudgets = new Set(
  (
    "af-south-1 ap-east-1 ap-east-2 ap-northeast-3 ap-south-2 ap-southeast-3 ap-southeast-4 " +
    "ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-north-1 eu-south-1 " +
    "eu-south-2 il-central-1 me-central-1 mx-central-1"
  ).split(" "),
);

/** What the stack needs and this region lacks: a line for each, which begins with the setting. */
export function lackingIn(
  region: string,
  { monthlyBudgetDollars }: { monthlyBudgetDollars?: number | undefined },
): string[] {
  // Undefined for a region that the CDK does not know yet, which can have everything.
  const { partition = "aws" } = RegionInfo.get(region);
  if (partition !== "aws") {
    return [
      `region: ${region} is in the partition ${partition}, which lacks what the stack needs of ` +
        'CloudFront; see "Regions" in docs/operators/deploy.md',
    ];
  }
  if (monthlyBudgetDollars === undefined || !withoutBudgets.has(region)) return [];
  return [
    `monthlyBudgetDollars: CloudFormation has no budgets in ${region}; leave it out, and see ` +
      '"Budget" in docs/operators/deploy.md',
  ];
}
