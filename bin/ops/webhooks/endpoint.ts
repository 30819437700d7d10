import type { Command } from "commander";
import { WebhookEndpoint } from "../../../core/webhooks/endpoint.ts";
import { endpointStatus } from "../../../core/webhooks/endpoint-status.ts";
import {
  createEndpoint,
  deleteEndpoint,
  updateEndpoint,
} from "../../../core/webhooks/manage-endpoints.ts";
import type { WebhookEventType } from "../../../core/webhooks/webhook-event.ts";
import { operator } from "../audited.ts";
import { requireOrganization } from "../lookup.ts";
import { type VerbOptions, withStores } from "../target.ts";
import { addYesOption, type ConfirmOptions, confirm } from "../terminal/confirmation.ts";
import { usageError } from "../terminal/failure.ts";
import { hint } from "../terminal/invocation.ts";
import { notBlank, optionValue } from "../terminal/option-value.ts";
import { printList, printRecord } from "../terminal/output.ts";
import { addVerb } from "../verb.ts";
import { addCheck } from "./endpoint-check.ts";
import {
  addEndpointChanges,
  addEndpointOptions,
  type EndpointSettingOptions,
  endpointSettings,
  eventNames,
  eventTypes,
} from "./endpoint-options.ts";
import { addPause, addResume } from "./endpoint-pause.ts";
import { addReplaceSecret } from "./endpoint-secret.ts";
import {
  laneSentence,
  listedEndpoint,
  newLaneSentence,
  noticeOnAlerts,
  noticeOnPlan,
  shownEndpoint as shown,
  shownStatus,
  statusSentences,
} from "./format-endpoint.ts";
import { endpointRefused, noSuchEndpoint } from "./webhook-errors.ts";

export function addEndpointVerbs(noun: Command): void {
  noun.description("Webhook endpoints: the URLs at which an organization receives its events.");
  addCreate(noun);
  addList(noun);
  addShow(noun);
  addUpdate(noun);
  addPause(noun);
  addResume(noun);
  addReplaceSecret(noun);
  addCheck(noun);
  addDelete(noun);
}

type EndpointOptions = VerbOptions & { org: string };

const exampleOrg = "--org org_0123456789ABCDEFGHIJ";
const exampleEndpoint = "end_0123456789ABCDEFGHIJ";

function addCreate(noun: Command): void {
  const verb = addVerb(noun, {
    name: "create",
    effect: "changes",
    summary: "Creates a webhook endpoint and shows its signing secret, once",
    example: `endpoint create ${exampleOrg} --url https://example.com/webhooks --events counter.increment --local`,
  })
    .requiredOption("--org <org>", "id of its organization", optionValue(notBlank))
    .requiredOption("--url <url>", "where to send: an https URL with a public address")
    .requiredOption("--events <events>", `comma-separated: ${eventNames}`, eventTypes);
  addEndpointOptions(verb).action((options: EndpointOptions & NewEndpointOptions) => {
    const settings = endpointSettings(options);
    return withStores(options, async (stores) => {
      const { organization } = await requireOrganization(stores, options.org);
      const { org: organizationId, url, events } = options;
      const setup = { ...settings, organizationId, url, events };
      const created = await createEndpoint(stores, setup, operator());
      if (created.result !== "created")
        throw endpointRefused(created, { organizationId, endpointId: "" });
      const { endpoint, secret } = created;
      printRecord(options, { ...shown(options, endpoint), secret }, [
        "Save the secret now: it is stored encrypted and cannot be shown again.",
        newLaneSentence,
      ]);
      noticeOnAlerts(organization, events);
    });
  });
}

type NewEndpointOptions = EndpointSettingOptions & { url: string; events: WebhookEventType[] };

function addList(noun: Command): void {
  addVerb(noun, {
    name: "list",
    effect: "reads",
    summary: "Lists the webhook endpoints of an organization, oldest first",
    example: `endpoint list ${exampleOrg} --local`,
  })
    .requiredOption("--org <org>", "id of the organization", optionValue(notBlank))
    .action((options: EndpointOptions) =>
      withStores(options, async (stores) => {
        const { organization } = await requireOrganization(stores, options.org);
        const endpoints = await stores.endpointRegistry.list(options.org);
        printList(
          options,
          endpoints.map((endpoint) => listedEndpoint(options, endpoint)),
          {
            columns: ["id", "lane", "pausedAt", "createdAt", "events", "filter", "name", "url"],
            whenEmpty: `The organization has no webhook endpoints yet; create one with: ${hint("endpoint create", "--org", options.org, "--url", "URL", "--events", "counter.increment")}`,
          },
        );
        noticeOnPlan(organization);
      }),
    );
}

function addShow(noun: Command): void {
  addVerb(noun, {
    name: "show",
    effect: "reads",
    summary: "Shows a webhook endpoint and the health of its deliveries, without its secret",
    example: `endpoint show ${exampleOrg} ${exampleEndpoint} --local`,
  })
    .argument("<endpoint>", "its id, end_…")
    .requiredOption("--org <org>", "id of its organization", optionValue(notBlank))
    .action((endpointId: string, options: EndpointOptions) =>
      withStores(options, async (stores) => {
        const { organization } = await requireOrganization(stores, options.org);
        const key = { organizationId: options.org, endpointId };
        const status = await endpointStatus(stores, key);
        if (status === undefined) throw noSuchEndpoint(key);
        printRecord(options, shownStatus(options, status), statusSentences(status));
        noticeOnPlan(organization);
      }),
    );
}

function addUpdate(noun: Command): void {
  const verb = addVerb(noun, {
    name: "update",
    effect: "changes",
    summary: "Changes settings of a webhook endpoint; its secret stays",
    example: `endpoint update ${exampleOrg} ${exampleEndpoint} --url https://example.com/new --local`,
  })
    .argument("<endpoint>", "its id, end_…")
    .requiredOption("--org <org>", "id of its organization", optionValue(notBlank))
    .option("--url <url>", "the new URL, also for waiting retries")
    .option("--events <events>", `comma-separated: ${eventNames}`, eventTypes);
  addEndpointChanges(addEndpointOptions(verb)).action(
    (endpointId: string, options: EndpointOptions & EndpointSettingOptions) => {
      const { org: organizationId, events } = options;
      const change = endpointSettings(options);
      if (Object.keys(change).length === 0) {
        throw usageError("say what to change, such as --url or --name");
      }
      return withStores(options, async (stores) => {
        const { organization } = await requireOrganization(stores, organizationId);
        const key = { organizationId, endpointId };
        const updated = await updateEndpoint(stores, key, change, operator());
        if (updated.result !== "updated") throw endpointRefused(updated, key);
        const endpoint = WebhookEndpoint.parse(updated.endpoint);
        printRecord(options, shown(options, endpoint), [laneSentence(endpoint)]);
        noticeOnAlerts(organization, events ?? []);
      });
    },
  );
}

function addDelete(noun: Command): void {
  const verb = addVerb(noun, {
    name: "delete",
    effect: "changes",
    summary: "Deletes a webhook endpoint; its waiting deliveries are cancelled",
    example: `endpoint delete ${exampleOrg} ${exampleEndpoint} --local`,
  });
  addYesOption(verb)
    .argument("<endpoint>", "its id, end_…")
    .requiredOption("--org <org>", "id of its organization", optionValue(notBlank))
    .action((endpointId: string, options: EndpointOptions & ConfirmOptions) =>
      withStores(options, async (stores) => {
        await requireOrganization(stores, options.org);
        const key = { organizationId: options.org, endpointId };
        await confirm(options, async () => {
          const endpoint = await stores.endpointRegistry.get(key);
          if (endpoint === undefined) throw noSuchEndpoint(key);
          return `delete the endpoint ${endpointId} (${endpoint.url})`;
        });
        const deleted = await deleteEndpoint(stores, key, operator());
        if (deleted.result !== "deleted") throw noSuchEndpoint(key);
        printRecord(options, shown(options, deleted.endpoint), [
          "The endpoint is deleted. Each waiting delivery is cancelled when its next attempt is due.",
        ]);
      }),
    );
}
