import { MultiSelect, Radio, Stack, Switch, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { settingLabels } from "../../../api/private/conflict.ts";
import { NewEndpoint } from "../../../api/private/webhooks.ts";
import { maximumFilterIds } from "../../../core/limits.ts";
import type { EndpointSettings } from "../../../core/webhooks/endpoint-settings.ts";
import { More } from "../forms/more.tsx";
import { validateBy } from "../shell/form-errors.ts";
import { EventChoice } from "./event-choice.tsx";
import { type Choice, useFilterChoices } from "./filter-choices.ts";

/** As inputs have them: no name is an empty text, and the filter stays while it is not in use. */
export interface EndpointValues {
  name: string;
  url: string;
  events: EndpointSettings["events"];
  receives: "everything" | "chosen";
  counterIds: string[];
  groupIds: string[];
  standardWebhooks: boolean;
}

export function useEndpointForm(settings: EndpointSettings) {
  const { name, filter, ...others } = settings;
  return useForm<EndpointValues>({
    initialValues: {
      ...others,
      name: name ?? "",
      receives: filter === null ? "everything" : "chosen",
      counterIds: filter?.counterIds ?? [],
      groupIds: filter?.groupIds ?? [],
    },
    validate: (values) => check(chosenSettings(values)),
  });
}

const check = validateBy(NewEndpoint);

/** The settings that the form has now. */
export function chosenSettings(values: EndpointValues): EndpointSettings {
  const { name, url, events, receives, standardWebhooks } = values;
  // In the order in which filters are stored.
  const [counterIds, groupIds] = [[...values.counterIds].sort(), [...values.groupIds].sort()];
  return {
    ...{ url, events, standardWebhooks },
    name: name.trim() === "" ? null : name,
    filter: receives === "everything" ? null : { counterIds, groupIds },
  };
}

interface EndpointFieldsProps {
  form: ReturnType<typeof useEndpointForm>;
  /** Below the field of the URL. */
  aboutUrl: string;
}

const whatCanBeChosen = `Up to ${maximumFilterIds} counters and groups. A group stands for its counters, too.`;

/** Everything that people choose of an endpoint. */
export function EndpointFields({ form, aboutUrl }: EndpointFieldsProps) {
  const { name, receives, standardWebhooks } = form.getInitialValues();
  const isSet = name !== "" || receives === "chosen" || standardWebhooks;
  const isWrong = Object.keys(form.errors).some((field) => field !== "url" && field !== "events");
  return (
    <>
      <TextInput
        label="URL"
        description={aboutUrl}
        placeholder="https://receiver.example.com/webhooks"
        inputMode="url"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps("url")}
      />
      <EventChoice {...form.getInputProps("events")} />
      <More holds="name, counters, headers" isNeeded={isSet || isWrong}>
        <TextInput
          label="Name"
          description="Without one, the endpoint is shown by its URL."
          placeholder="Box office"
          autoComplete="off"
          {...form.getInputProps("name")}
        />
        <Radio.Group label={settingLabels.filter} {...form.getInputProps("receives")}>
          <Stack gap="xs" mt="xs">
            <Radio
              value="everything"
              label="All"
              description="Also those that are created later."
            />
            <Radio value="chosen" label="Only these" description={whatCanBeChosen} />
          </Stack>
        </Radio.Group>
        {form.values.receives === "chosen" && <FilterFields form={form} />}
        <Switch
          label={settingLabels.standardWebhooks}
          description="Adds webhook-id, webhook-timestamp and webhook-signature to each delivery."
          {...form.getInputProps("standardWebhooks", { type: "checkbox" })}
        />
      </More>
    </>
  );
}

/** Options that are shown at once; searching finds the others. */
const shownOptions = 50;

function FilterFields({ form }: Pick<EndpointFieldsProps, "form">) {
  const { counterIds, groupIds } = form.values;
  const choices = useFilterChoices({ counterIds, groupIds });
  const chosen = counterIds.length + groupIds.length;
  const picker = (field: "counterIds" | "groupIds", label: string, data: Choice[] | undefined) => (
    <MultiSelect
      label={label}
      data={data ?? []}
      disabled={data === undefined}
      searchable
      limit={shownOptions}
      nothingFoundMessage="No matches"
      maxValues={form.values[field].length + maximumFilterIds - chosen}
      {...form.getInputProps(field)}
    />
  );
  return (
    <>
      {picker("groupIds", "Groups", choices.groups)}
      {picker("counterIds", "Counters", choices.counters)}
      {/* It has no field of its own that would take it away. */}
      {chosen === 0 && form.errors.filter !== undefined && (
        <Text role="alert" size="sm" c="var(--mantine-color-error)">
          {form.errors.filter}
        </Text>
      )}
    </>
  );
}
