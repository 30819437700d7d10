import { Loader, Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { AlertTargets } from "../../../api/private/alerts.ts";
import { read } from "../api/private-api.ts";
import { useOrganization } from "../api/session.ts";
import { errorSentence } from "../shell/errors.tsx";

export type TargetChoice = AlertTargets["targets"][number];

interface TargetSelectProps {
  scope: "counter" | "group";
  chosen: TargetChoice | null;
  onChoose: (target: TargetChoice | null) => void;
  error: ReactNode;
}

/** After the last letter; each search reads the whole list. */
const searchAfterMs = 250;

/** Chooses what an alert watches; the service searches among the thousands that there can be. */
export function TargetSelect({ scope, chosen, onChoose, error }: TargetSelectProps) {
  const { id } = useOrganization();
  const [typed, setTyped] = useState("");
  // The name of what is chosen stands in the field, and is not searched for.
  const [text] = useDebouncedValue(typed === chosen?.name ? "" : typed, searchAfterMs);
  const search = useQuery({
    queryKey: [id, "alert-targets", scope, text],
    queryFn: () =>
      read("GET /api/alerts/{organizationId}/targets", { organizationId: id }, { scope, q: text }),
    placeholderData: keepPreviousData,
  });
  const { targets = [], found = 0 } = search.data ?? {};
  const listed = targets.some((target) => target.id === chosen?.id);
  const options = chosen === null || listed ? targets : [chosen, ...targets];
  return (
    <Select
      data-autofocus
      openOnFocus={false}
      label={scope === "counter" ? "Counter" : "Group"}
      placeholder={search.data && text === "" && found === 0 ? `There is no ${scope}` : "Choose"}
      description={found > targets.length ? "Type a part of the name to find others." : undefined}
      data={options.map((target) => ({ value: target.id, label: target.name }))}
      // What the service has found fits already.
      filter={({ options: all }) => all}
      searchable
      onSearchChange={setTyped}
      nothingFoundMessage={search.isFetching ? "Searching …" : "No matches"}
      rightSection={search.isFetching ? <Loader size="xs" /> : undefined}
      value={chosen?.id ?? null}
      onChange={(value) => onChoose(options.find((target) => target.id === value) ?? null)}
      error={error ?? (search.error && errorSentence(search.error))}
    />
  );
}
