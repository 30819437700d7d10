/** A question that AWS's documentation leaves open and only an account can answer. */
export interface FirstPoint {
  open: string;
  expected: string;
  /** What to do where it is not as expected. */
  otherwise: string;
  /** How a person looks; only where the command does not. */
  byHand?: string;
}

/** In the order in which to look. */
export const firstPoints = {
  region: {
    open: "whether the region has every type and property of the template; look before the first deployment",
    expected: "`describe-type` finds each",
    otherwise: "choose another region",
    byHand: "`aws cloudformation describe-type --type RESOURCE --type-name` with each type",
  },
  "request-limits": {
    open: "how many requests a second the account accepts in the region; a stage with higher limits may be refused; look before the first deployment",
    expected: "10,000, or 2,500 in the smaller regions",
    otherwise: "set the three `…RequestsPerSecond` so that their sum fits",
    byHand: "`aws apigateway get-account --query throttleSettings`",
  },
  concurrency: {
    open: "how many concurrent executions the account has in the region",
    expected: "at least `lambdaConcurrency`",
    otherwise: "set `lambdaConcurrency` to the account's limit and deploy again",
  },
  names: {
    open: "how CloudFormation shortens the names of functions, queues and schedules, which the policies of doctor and smoke test rely on",
    expected: "they begin with the first 24 characters of the stack's name",
    otherwise: "put their real beginning into these policies",
  },
  permissions: {
    open: "whether the conditions of the functions' policies fit what AWS checks, above all in transactions; tap on a counting page first, and look again after the first midnight of an organization with a daily reset",
    expected: "no function logged `AccessDenied` in the last hour",
    otherwise:
      "remove the condition that the log line is about from the grants in `lib/`, and deploy again",
  },
  canary: {
    open: "whether counting, the read API and webhooks work from end to end",
    expected: "the canary's newest count is at most 5 minutes old",
    otherwise: 'see docs/operators/runbook.md, "The canary fails"',
  },
  compression: {
    open: "whether console responses that the CDN does not cache arrive compressed",
    expected: "`Content-Encoding: gzip`",
    otherwise: "see whether requests reach the functions with `X-Amz-Cf-Id`",
  },
  recursion: {
    open: "whether Lambda lets a function send to its own queue again and again, as retries in several hops do",
    expected: "`Allow` for `deliver-webhook`",
    otherwise: "allow it with `aws lambda put-function-recursion-config`, or choose another region",
  },
  "schedule-roles": {
    open: "whether EventBridge Scheduler assumes the role that queues late retries, which trusts the ARN of its group; look after `npx counting smoke`",
    expected: "attempts and no `TargetErrorCount` in the last day",
    otherwise: "compare `aws:SourceArn` with `ArnLike`, and allow the group's ARN followed by `/*`",
  },
  "filled-metrics": {
    open: "whether `FILL(metric, 0)` returns zeros for a metric that has never been reported, as alarms on sums expect",
    expected: "a zero for each minute",
    otherwise:
      "an alarm sees nothing until each metric of its sum has been reported once: watch the dashboard",
  },
  "queue-counts": {
    open: "whether SQS counts each message that is received and each that is deleted",
    expected: "in the last hour, the two sums of the attempt queues differ by at most 5 %",
    otherwise: "raise the threshold of the alarm on messages that are received and not deleted",
  },
  "warm-up": {
    open: "whether the alarms on silence wait for the first run",
    expected: "`INSUFFICIENT_DATA`, then `OK`, and no `ALARM` between them",
    otherwise: "these alarms fire once after a first deployment; nothing else is wrong",
    byHand:
      "`aws cloudwatch describe-alarm-history --history-item-type StateUpdate --alarm-name` with each alarm on silence",
  },
  "access-log": {
    open: "whether access-log lines are still JSON when a function fails",
    expected: "every line with a status of 500 or more has a `route`",
    otherwise: "the line shows which variable holds a quote: remove it from the format",
    byHand:
      "Logs Insights on the groups of access logs: `filter status >= 500 | stats count(*) by ispresent(route)`",
  },
  "control-plane": {
    open: "whether rate limits of AWS's control plane slowed down the first deployment",
    expected:
      "no event with `Rate exceeded` or `Throttling`, or a deployment that succeeded anyway",
    otherwise: "deploy again",
    byHand: "`aws cloudformation describe-stack-events --stack-name STACK`",
  },
  tags: {
    open: "on which types of resources CloudFormation puts the tag `stack`",
    expected:
      "23 tables, and the functions, queues, APIs, distributions, log groups, alarms, key, secrets and user pool",
    otherwise: "set the tag in the template for those that are missing",
    byHand: "`aws resourcegroupstaggingapi get-resources --tag-filters Key=stack,Values=STACK`",
  },
  "cost-tag": {
    open: "whether the cost allocation tag `stack` is active, without which the budget sees nothing; AWS lists it a day after the first deployment",
    expected: "active",
    otherwise:
      "activate it (Billing and Cost Management, Cost allocation tags; in an organization of AWS, only its management account can)",
  },
  "budget-costs": {
    open: "whether the budget sees all costs; look two days after the tag is active",
    expected:
      "Amazon DynamoDB among the services, and `CalculatedSpend.ActualSpend` of `aws budgets describe-budget` above 0",
    otherwise: "compare the tag's key and value with the budget's filter",
    byHand:
      '`aws ce get-cost-and-usage` with the filter `{"Tags":{"Key":"stack","Values":["STACK"]}}`, grouped by service',
  },
  "warm-throughput": {
    open: "whether DynamoDB took the warm throughput of `warmTapsPerSecond`",
    expected: "`ACTIVE` for each table",
    otherwise: "look up the quotas of a table's reads and writes (Service Quotas, DynamoDB)",
  },
  "hook-throttles": {
    open: "whether the hooks of a gradual deployment, which start together, have enough concurrency; look after the first upgrade",
    expected: "no throttled invocation in the last day",
    otherwise: "ask for more concurrent executions, or set `deployment` to `allAtOnce`",
  },
  "github-subject": {
    open: "which of the two forms GitHub's subject claim has; only with the workflows",
    expected: "one of the two in the trust policy",
    otherwise:
      "copy it into the trust policy; once a run has worked, keep only the form that it sent",
    byHand:
      "`aws cloudtrail lookup-events --lookup-attributes AttributeKey=EventName,AttributeValue=AssumeRoleWithWebIdentity`; `userIdentity.userName` is the subject",
  },
  "removed-stage": {
    open: "whether a stage is removed when its pull request is closed with conflicts; only with the workflows",
    expected: "no stack with its number",
    otherwise: "remove it with `npx cdk destroy -c stage=test-pr-NUMBER -c canary=true`",
    byHand: "`aws cloudformation list-stacks`",
  },
  "web-acl": {
    open: "whether a web ACL lets imports through; once its rules block, import a CSV file of 100 KB",
    expected: "no blocked request",
    otherwise: "set the rule that is named there to `Count`",
    byHand: "`aws wafv2 get-sampled-requests`",
  },
  "kept-user-pool": {
    open: "whether an import brings back a user pool that was kept; only when you return from your own provider",
    expected: "the id of the old pool",
    otherwise: "set `oidcIssuer` to the issuer of the old pool",
    byHand:
      "`aws cloudformation describe-stack-resources --stack-name STACK`, after `npx cdk import`",
  },
  "stream-throttles": {
    open: "whether `Throttles` is reported while a stream's function is throttled; webhooks stop meanwhile, so use a test stage",
    expected: "`Throttles` above 0 in each minute, and no `IteratorAge`",
    otherwise: "only the canary's alarms show such an outage",
    byHand:
      "`aws lambda put-function-concurrency --reserved-concurrent-executions 0 --function-name` with the name of `dispatch-events`; undo it after five minutes with `delete-function-concurrency`",
  },
} as const satisfies Record<string, FirstPoint>;

export type FirstPointName = keyof typeof firstPoints;
