import { Button, Menu, Text, useMantineColorScheme } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { SessionView } from "../../../api/private/sessions.ts";
import { change } from "../api/private-api.ts";

/** Who is signed in, how the console looks, and how to leave. */
export function AccountMenu({ person }: { person: SessionView["person"] }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const name = person.name ?? person.email ?? "Signed in";
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          c="inherit"
          ml="auto"
          maw={{ base: 120, sm: 220 }}
          size="compact-md"
        >
          <Text truncate inherit lh={1.4} component="bdi">
            {name}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {person.email !== null && <Menu.Label>{person.email}</Menu.Label>}
        {(["auto", "light", "dark"] as const).map((scheme) => (
          <Menu.Item
            key={scheme}
            onClick={() => setColorScheme(scheme)}
            aria-current={scheme === colorScheme}
            rightSection={scheme === colorScheme ? "✓" : undefined}
          >
            {schemes[scheme]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => signOut(false)}>Sign out</Menu.Item>
        <Menu.Item onClick={() => signOut(true)}>Sign out everywhere</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const schemes = { auto: "System", light: "Light", dark: "Dark" };

async function signOut(everywhere: boolean): Promise<void> {
  try {
    const { redirectTo } = await change("POST /api/session/end", {}, { everywhere });
    location.assign(redirectTo);
  } catch {
    notifications.show({ color: "red", message: "Signing out did not work. Try again." });
  }
}
