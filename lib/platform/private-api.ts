import { Duration } from "aws-cdk-lib";
import type * as z from "zod/mini";
import type { HttpFunction } from "../../lambdas/functions/definition.ts";
import type { HttpSurface } from "./http-surface.ts";
import type { ServiceFunction } from "./service-function.ts";
import { tablesOf } from "./tables.ts";

/**
 * For requests that work 5 s and then end their step, which takes seconds more where DynamoDB throttles.
 * Below the 30 s of the HTTP API and of the CDN.
 */
export const boundedRunTimeout = Duration.seconds(29);

export interface PrivateApiProps {
  surface: HttpSurface;
  consoleUrl: string;
  originSecretArn: string;
}

/** The functions that the console's pages call; each authorizes by the session's cookie. */
export class PrivateApi {
  readonly functions: ServiceFunction<z.ZodMiniType>[] = [];
  readonly consoleUrl: string;
  private readonly surface: HttpSurface;
  private readonly originSecretArn: string;

  constructor({ surface, consoleUrl, originSecretArn }: PrivateApiProps) {
    this.surface = surface;
    this.consoleUrl = consoleUrl;
    this.originSecretArn = originSecretArn;
  }

  /** Deploys a function; `variables` are those that not every one of them has. */
  serve<Environment extends z.ZodMiniType>(
    definition: HttpFunction<Environment>,
    variables: Omit<z.input<Environment>, "CONSOLE_URL"> & Record<string, string>,
    options: { timeout?: Duration } = {},
  ): ServiceFunction<z.ZodMiniType> {
    const served = this.surface.serve<z.ZodMiniType>(
      definition,
      { CONSOLE_URL: this.consoleUrl, ...variables },
      options,
    );
    this.grantAuthorizing(served);
    this.functions.push(served);
    return served;
  }

  /**
   * One read gets session, person and membership. The session's use is recorded, so it is also a
   * write.
   */
  private grantAuthorizing(reader: ServiceFunction<never>): void {
    const { sessions, people, members, rateLimits } = tablesOf(reader);
    reader.grant(sessions.tableArn, "dynamodb:BatchGetItem", "dynamodb:UpdateItem");
    reader.grant(people.tableArn, "dynamodb:BatchGetItem");
    reader.grant(members.tableArn, "dynamodb:BatchGetItem");
    reader.grant(rateLimits.tableArn, "dynamodb:UpdateItem");
  }

  /**
   * Lets a function trust the CDN's header with the viewer's address; it needs the variable of
   * `addressVariables`.
   */
  grantViewerAddress(reader: ServiceFunction<never>): void {
    reader.grant(this.originSecretArn, "secretsmanager:GetSecretValue");
  }

  get addressVariables() {
    return { ORIGIN_SECRET_ARN: this.originSecretArn };
  }
}
