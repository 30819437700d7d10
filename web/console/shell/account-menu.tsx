import { Button, Menu, Text, useMantineColorScheme } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import {
  BellIcon,
  CheckIcon,
  ChevronDownIcon,
  DeviceDesktopIcon,
  MoonIcon,
  SignOutIcon,
  SunIcon,
} from "@primer/octicons-react";
import { useNavigate } from "@tanstack/react-router";
import { use } from "react";
import type { SessionView } from "../../../api/private/sessions.ts";
import { withoutBidiControls } from "../../../core/bidi.ts";
import { change } from "../api/private-api.ts";
import { OrganizationContext } from "../api/session.ts";
import { mailboxUrl } from "../notices/mail-setting.ts";

/** Who is signed in, what they get mails of, how the console looks, and how to leave. */
export function AccountMenu({ person }: { person: SessionView["person"] }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const organization = use(OrganizationContext);
  const navigate = useNavigate();
  const name = person.name ?? person.email ?? "Signed in";
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Button
          variant="default"
          maw={{ base: 120, sm: 220 }}
          px={14}
          rightSection={<ChevronDownIcon size={12} aria-hidden />}
        >
          <Text truncate inherit lh="1.3125rem" component="bdi">
            {withoutBidiControls(name)}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {person.email !== null && <Menu.Label>{person.email}</Menu.Label>}
        {organization && mailboxUrl() !== undefined && (
          <Menu.Item
            leftSection={<BellIcon aria-hidden />}
            onClick={() =>
              navigate({
                to: "/organizations/$organizationId/notifications",
                params: { organizationId: organization.id },
              })
            }
          >
            Notifications
          </Menu.Item>
        )}
        <Menu.Label id="appearance">Appearance</Menu.Label>
        {/* biome-ignore lint/a11y/useSemanticElements: a group of entries in a menu */}
        <div role="group" aria-labelledby="appearance">
          {schemes.map(([scheme, word, Sign]) => (
            <Menu.Item
              key={scheme}
              onClick={() => setColorScheme(scheme)}
              aria-current={scheme === colorScheme}
              leftSection={<Sign aria-hidden />}
              rightSection={scheme === colorScheme && <CheckIcon aria-hidden />}
            >
              {word}
            </Menu.Item>
          ))}
        </div>
        <Menu.Divider />
        <Menu.Item leftSection={<SignOutIcon aria-hidden />} onClick={() => signOut(false)}>
          Sign out
        </Menu.Item>
        <Menu.Item onClick={() => signOut(true)}>Sign out everywhere</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const schemes = [
  ["auto", "System", DeviceDesktopIcon],
  ["light", "Light", SunIcon],
  ["dark", "Dark", MoonIcon],
] as const;

async function signOut(everywhere: boolean): Promise<void> {
  try {
    const { redirectTo } = await change("POST /api/session/end", {}, { everywhere });
    location.assign(redirectTo);
  } catch {
    notifications.show({ color: "red", message: "Signing out did not work. Try again." });
  }
}
