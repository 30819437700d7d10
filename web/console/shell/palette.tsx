import "@mantine/spotlight/styles.css";
import { useMantineColorScheme } from "@mantine/core";
import { createSpotlight, Spotlight, type SpotlightActionData } from "@mantine/spotlight";
import { NumberIcon, PlusIcon, SearchIcon, StackIcon } from "@primer/octicons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { memo, useDeferredValue, useEffect, useMemo, useState } from "react";
import { withoutBidiControls } from "../../../core/bidi.ts";
import { shownLevel } from "../../../core/embeds/format-count.ts";
import { type Action, may } from "../../../core/members/role.ts";
import type { OrganizationOfPerson } from "../api/session.ts";
import { folded, foldedName } from "../counters/arrange-counters.ts";
import { allCountersQuery } from "../counters/counter-queries.ts";
import { groupsQuery } from "../groups/group-queries.ts";
import { creationHash } from "./creation-hash.ts";
import { pagesOf } from "./navigation.tsx";
import { tasks, verbsIn } from "./tasks.ts";

const [store, { open }] = createSpotlight();

/** The most entries of a kind that are listed: people type more instead of scrolling. */
const maximumOfKind = 8;

interface PaletteProps {
  organization: OrganizationOfPerson;
  onClose: () => void;
}

/** Finds pages, counters, groups and actions by what is typed. */
export function Palette({ organization, onClose }: PaletteProps) {
  const [typed, setTyped] = useState("");
  useEffect(open, []);
  const entries = useEntries(organization, useDeferredValue(typed));
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      query={typed}
      onQueryChange={setTyped}
      onSpotlightClose={onClose}
      scrollable
      maxHeight={420}
      overlayProps={{ backgroundOpacity: 0.35 }}
      attributes={{ content: { "aria-label": "Search" } }}
    >
      <Spotlight.Search
        placeholder="Find a page, a counter, a group or an action"
        aria-label="Search"
        leftSection={<SearchIcon aria-hidden />}
      />
      <Spotlight.ActionsList>
        <Entries entries={entries} />
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

/** Drawn again only when they change, not with each letter. */
const Entries = memo(({ entries }: { entries: EntryGroup[] }) =>
  entries.length === 0 ? (
    <Spotlight.Empty>No matches</Spotlight.Empty>
  ) : (
    entries.map(({ group, actions }) => (
      <Spotlight.ActionsGroup key={group} label={group}>
        {actions.map((action) => (
          <Spotlight.Action key={action.id} {...action} highlightQuery />
        ))}
      </Spotlight.ActionsGroup>
    ))
  ),
);

interface EntryGroup {
  group: string;
  actions: SpotlightActionData[];
}

function useEntries({ id: organizationId, role }: OrganizationOfPerson, typed: string) {
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const { data: { counters } = { counters: [] } } = useQuery(allCountersQuery(organizationId));
  const { data: { groups } = { groups: [] } } = useQuery(groupsQuery(organizationId));
  return useMemo((): EntryGroup[] => {
    const wanted = folded(typed.trim());
    const fits = (name: string) => folded(name).includes(wanted);
    const isNamed = (one: { name: string }) => foldedName(one).includes(wanted);
    const params = { organizationId };
    const pages = pagesOf(role).map(({ to, label, icon: Sign }) => ({
      id: to,
      label,
      leftSection: <Sign aria-hidden />,
      onClick: () => void navigate({ to, params }),
    }));
    const creations = creatable
      .filter(({ action }) => may(role, action))
      .map(({ label, to }) => ({
        id: label,
        label,
        leftSection: <PlusIcon aria-hidden />,
        onClick: () => void navigate({ to, params, hash: creationHash }),
      }));
    const looks = (["light", "dark", "auto"] as const).map((scheme) => ({
      id: scheme,
      label: `Appearance: ${scheme === "auto" ? "system" : scheme}`,
      onClick: () => setColorScheme(scheme),
    }));
    const counterActions = verbsIn(wanted)
      .filter(({ verb }) => may(role, verb.action))
      .flatMap(({ verb, rest }) =>
        firstOf(
          verb.opens === "embeds" ? [...counters, ...groups] : counters,
          (one) => !("archivedAt" in one && one.archivedAt) && foldedName(one).includes(rest),
        ).map(({ id, name }) => ({
          id: `${verb.verb} ${id}`,
          label: `${verb.verb} ${withoutBidiControls(name)}`,
          leftSection: <NumberIcon aria-hidden />,
          onClick: () => {
            if (verb.opens === "count") window.open(`/count/${id}`, "_blank");
            else if (verb.opens === "embeds")
              void navigate({
                to: `${inside}/embeds/$targetId`,
                params: { organizationId, targetId: id },
              });
            else
              void navigate({
                to: "/organizations/$organizationId/counters/$counterId",
                params: { organizationId, counterId: id },
                hash: verb.opens,
              });
          },
        })),
      );
    const tasksHere = tasks
      .filter(({ action }) => may(role, action))
      .filter(({ label, words }) => wanted !== "" && (fits(label) || words.includes(wanted)))
      .map(({ label, to }) => ({ id: label, label, onClick: () => void navigate({ to, params }) }));
    const found = [
      { group: "Tasks", actions: [...tasksHere, ...counterActions] },
      { group: "Pages", actions: pages.filter(({ label }) => fits(label)) },
      {
        group: "Counters",
        // Of 10,000 only those are described that are listed.
        actions: firstOf(counters, (one) => one.archivedAt === null && isNamed(one)).map(
          ({ id, name, count }) => ({
            id,
            label: name,
            description: count.toLocaleString(),
            leftSection: <NumberIcon aria-hidden />,
            onClick: () =>
              void navigate({
                to: "/organizations/$organizationId/counters/$counterId",
                params: { organizationId, counterId: id },
              }),
          }),
        ),
      },
      {
        group: "Groups",
        actions: firstOf(groups, isNamed).map(({ id, name, total, capacity }) => ({
          id,
          label: name,
          description: shownLevel(total, capacity).toLocaleString(),
          leftSection: <StackIcon aria-hidden />,
          onClick: () =>
            void navigate({
              to: "/organizations/$organizationId/groups/$groupId",
              params: { organizationId, groupId: id },
            }),
        })),
      },
      { group: "Actions", actions: [...creations, ...looks].filter(({ label }) => fits(label)) },
    ];
    return found.filter(({ actions }) => actions.length > 0);
  }, [organizationId, role, typed, counters, groups, navigate, setColorScheme]);
}

function firstOf<Item>(items: Item[], fits: (item: Item) => boolean): Item[] {
  const found: Item[] = [];
  for (const item of items) {
    if (found.length === maximumOfKind) break;
    if (fits(item)) found.push(item);
  }
  return found;
}

const inside = "/organizations/$organizationId";

const creatable = [
  { label: "Create counter", to: `${inside}/counters`, action: "manage_counters" },
  { label: "Create group", to: `${inside}/groups`, action: "manage_counters" },
  { label: "Create alert", to: `${inside}/alerts`, action: "manage_alerts" },
  { label: "Create gate link", to: `${inside}/gates`, action: "manage_gates" },
  { label: "Create API key", to: `${inside}/settings/api-keys`, action: "manage_keys" },
  { label: "Create endpoint", to: `${inside}/settings/webhooks`, action: "manage_webhooks" },
  { label: "Invite member", to: `${inside}/settings/members`, action: "manage_members" },
] as const satisfies { label: string; to: string; action: Action }[];
