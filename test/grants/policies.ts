import * as z from "zod";

/** An action that the role of a function allows on a resource, named as the local runtime names it. */
export interface Grant {
  action: string;
  /** `*` stands for any text. */
  resource: string;
}

const oneOrMore = <T extends z.ZodType>(item: T) =>
  z.union([z.array(item), item.transform((one) => [one])]);

const GetAtt = z.object({ "Fn::GetAtt": z.tuple([z.string(), z.string()]) });
const Ref = z.object({ Ref: z.string() });
const Join = z.object({ "Fn::Join": z.tuple([z.string(), z.array(z.unknown())]) });

const Template = z.object({
  Resources: z.record(
    z.string(),
    z.object({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).default({}) }),
  ),
});

const Policy = z.object({
  Roles: z.array(Ref),
  PolicyDocument: z.object({
    Statement: z.array(
      z.object({
        Effect: z.literal("Allow"),
        Action: oneOrMore(z.string()),
        Resource: oneOrMore(z.unknown()),
      }),
    ),
  }),
});

/** What the role of each function of a template allows, by the function's logical id. */
export function grantsOf(template: unknown): Map<string, Grant[]> {
  const resources = Object.entries(Template.parse(template).Resources);
  const policies = resources
    .filter(([, { Type }]) => Type === "AWS::IAM::Policy")
    .map(([, { Properties }]) => Policy.parse(Properties));
  return new Map(
    resources
      .filter(([, { Type }]) => Type === "AWS::Lambda::Function")
      .map(([logicalId, { Properties }]) => {
        const [role] = GetAtt.parse(Properties.Role)["Fn::GetAtt"];
        const own = policies.filter(({ Roles }) => Roles.some(({ Ref }) => Ref === role));
        return [logicalId, own.flatMap(grantsIn)];
      }),
  );
}

function grantsIn({ PolicyDocument }: z.infer<typeof Policy>): Grant[] {
  return PolicyDocument.Statement.flatMap(({ Action, Resource }) =>
    Resource.flatMap((resource) =>
      Action.map((action) => ({ action, resource: nameOf(resource) })),
    ),
  );
}

/**
 * What the local runtime calls a resource: its logical id, or what stands in an ARN behind its kind.
 * `Fn::GetAtt Counters.Arn` is `Counters`, and joined with `/index/*`, `Counters/index/*`.
 */
function nameOf(resource: unknown): string {
  return nameInArn(textOf(resource));
}

/** What an ARN names: without the kind of resource, and without the end that AWS gives to secrets. */
export function nameInArn(arn: string): string {
  const [, kind, name] = /^arn:(?:[^:]*:){4}(?:(schedule\/|secret:|key\/))?(.*)$/.exec(arn) ?? [];
  if (name === undefined) return arn;
  return kind === "secret:" ? name.replace(/-\w{6}$/, "") : name;
}

function textOf(resource: unknown): string {
  if (typeof resource === "string") return resource;
  const attribute = GetAtt.safeParse(resource);
  if (attribute.success) {
    const [logicalId, name] = attribute.data["Fn::GetAtt"];
    return name === "Arn" ? logicalId : `${logicalId}.${name}`;
  }
  const reference = Ref.safeParse(resource);
  if (reference.success) return reference.data.Ref.replaceAll(":", "");
  const [separator, parts] = Join.parse(resource)["Fn::Join"];
  return parts.map(textOf).join(separator);
}
