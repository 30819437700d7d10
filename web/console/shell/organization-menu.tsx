import { Badge, Button, Group, Menu, Text } from "@mantine/core";
import { ChevronDownIcon } from "@primer/octicons-react";
import { useNavigate } from "@tanstack/react-router";
import { withoutBidiControls } from "../../../core/bidi.ts";
import { planNames } from "../../../core/organizations/plan.ts";
import type { OrganizationOfPerson } from "../api/session.ts";
import { Foreign } from "./foreign.tsx";

interface OrganizationMenuProps {
  current: OrganizationOfPerson;
  organizations: OrganizationOfPerson[];
}

/** Says which organization the page is of, and goes to another. */
export function OrganizationMenu({ current, organizations }: OrganizationMenuProps) {
  const navigate = useNavigate();
  return (
    <Menu position="bottom-start" width={280}>
      <Menu.Target>
        <Button
          variant="default"
          miw={96}
          maw={320}
          px={14}
          rightSection={
            <Group gap="xs" wrap="nowrap">
              <Badge size="sm" fz="xs" miw="max-content" visibleFrom="xs">
                {planNames[current.plan]}
              </Badge>
              <ChevronDownIcon size={12} aria-hidden />
            </Group>
          }
          aria-description="Organization"
        >
          <Text truncate inherit lh="1.3125rem" component="bdi">
            {withoutBidiControls(current.name)}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Organizations</Menu.Label>
        {organizations.map(({ id, name, role }) => (
          <Menu.Item
            key={id}
            onClick={() =>
              navigate({ to: "/organizations/$organizationId", params: { organizationId: id } })
            }
            rightSection={
              <Text size="xs" c="dimmed">
                {role}
              </Text>
            }
          >
            <Foreign>{name}</Foreign>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
