import { type Operation, type Parameter, type Response, readDescription } from "./openapi.ts";
import { eventSamples, requestSamples } from "./samples.ts";
import { schemaFields, schemaType } from "./schema-fields.ts";

/** A page as Markdown, before its links lead to other pages. */
export interface SourcePage {
  /** In the site, below /docs: `integrators/webhooks`; `index` is the home. */
  path: string;
  /** The file in the repository from which its links begin. */
  file: string;
  markdown: string;
  /** Of a page of the reference: what stands beside the text. */
  samples?: string;
}

/** The reference of operations and webhooks as Markdown, a page for each. */
export function referencePages(root: string): SourcePage[] {
  const description = readDescription(root);
  const { document, responseOf, headerOf, schemaOf } = description;

  const operations = Object.entries(document.paths).map(([path, { parameters = [], get }]) => {
    const all = [...parameters, ...(get.parameters ?? [])];
    const base = path.startsWith("/api/v1/") ? "{api_url}" : "{base_url}";
    const { security } = get;
    return sourcePage(`reference/${slug(get)}`, {
      markdown: [
        `# ${get.summary}`,
        `\`GET ${base}${path}\``,
        get.description,
        security?.length === 0
          ? "No key is needed."
          : "Needs an API key: `Authorization: Bearer <API_KEY>`.",
        "## Parameters",
        parameterList(all),
        ...responseSections(get),
      ],
      samples: requestSamples({
        name: slug(get),
        operation: get,
        url: `${base}${path}`,
        responseOf,
      }),
    });
  });

  const events = Object.entries(document.webhooks).map(([type, { post }]) => {
    const body = post.requestBody?.content["application/json"];
    if (body === undefined) throw new Error(`openapi.json: ${type} has no body`);
    const responses = Object.entries(post.responses).map(
      ([status, response]) =>
        `- **${status === "default" ? "other" : status}** ${responseOf(response).description}`,
    );
    return sourcePage(`reference/${slug(post)}`, {
      markdown: [
        `# ${type}`,
        "`POST {endpoint_url}`",
        post.description,
        `[Receiving webhooks](../integrators/webhooks.md) has receivers to copy. The body as [JSON Schema](../integrators/schemas/1.0/${type}.json).`,
        "## Headers",
        parameterList(post.parameters ?? []),
        "## Body",
        schemaFields(body.schema, schemaOf),
        "## Your response",
        responses.join("\n"),
      ],
      samples: eventSamples(post),
    });
  });

  return [overview(), ...operations, ...events];

  function overview(): SourcePage {
    const { info, paths, webhooks } = document;
    const [introduction = "", ...sections] = info.description.split(/^(?=## )/m);
    const markdown = [
      "# API reference",
      introduction,
      "The read API is at `{api_url}/api/v1`, embed metadata at `{base_url}/api/oembed`. For tools and code generators the same is one [OpenAPI 3.1 description](integrators/openapi.json).",
      "## Operations",
      Object.entries(paths)
        .map(([path, { get }]) => `${linkTo(get)} \`GET ${path}\``)
        .join("\n"),
      "## Events",
      Object.values(webhooks)
        .map(({ post }) => `${linkTo(post)} ${post.description.replace(/[.:] .*/s, ".")}`)
        .join("\n"),
      ...sections,
    ];
    return sourcePage("reference", { markdown });
  }

  function responseSections(operation: Operation): string[] {
    const all = Object.entries(operation.responses).map(
      ([status, response]) => [status, responseOf(response)] as const,
    );
    const ok = all.find(([status]) => status === "200")?.[1];
    const body = ok?.content?.["application/json"];
    const headers = Object.entries(ok?.headers ?? {}).map(
      ([name, ref]) => `- **\`${name}\`** ${headerOf(ref).description}`,
    );
    const others = all.filter(([status]) => status !== "200");
    return [
      "## Response",
      ok?.description ?? "",
      ...(body === undefined ? [] : [schemaFields(body.schema, schemaOf)]),
      "## Response headers",
      headers.join("\n"),
      "## Errors and other responses",
      others.map(([status, response]) => errorLine(status, response)).join("\n"),
    ];
  }

  function parameterList(parameters: Parameter[]): string {
    return parameters
      .map(({ name, required, description: text, schema, in: place }) => {
        const notes = [schemaType(schema, schemaOf), place, required ? "required" : ""];
        return `- **\`${name}\`** *${notes.filter(Boolean).join(", ")}* ${text}`;
      })
      .join("\n");
  }
}

const linkTo = (operation: Operation) =>
  `- [${operation.summary}](reference/${slug(operation)}.md)`;

function errorLine(status: string, { description, content }: Response): string {
  const examples = Object.values(content?.["application/json"]?.examples ?? {});
  const codes = examples.flatMap(({ value }) =>
    typeof value === "object" && value !== null && "code" in value ? [`\`${value.code}\``] : [],
  );
  return `- **${status}** ${[...new Set(codes)].join(", ")} ${description}`.replace(/ {2,}/g, " ");
}

/** Its links begin where a file of the page's path in docs/ would be. */
function sourcePage(path: string, page: { markdown: string[]; samples?: string }): SourcePage {
  return { ...page, path, file: `docs/${path}.md`, markdown: page.markdown.join("\n\n") };
}

/** `list-counters`; of an event its type, `counter-increment`. */
function slug({ operationId, summary }: Operation): string {
  if (/^[a-z.]+$/.test(summary)) return summary.replaceAll(".", "-");
  return operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
