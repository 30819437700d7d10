import { Menu, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Fragment } from "react";
import type { MemberView } from "../../../api/private/members.ts";
import { withoutBidiControls } from "../../../core/bidi.ts";
import { actionOnRoles, may, type Role } from "../../../core/members/role.ts";
import { change } from "../api/private-api.ts";
import { useOrganization, useReload } from "../api/session.ts";
import { Time } from "../dates/time.tsx";
import { useConfirmed } from "../dialogs/confirm-button.tsx";
import { capitalized } from "../shell/capitalized.ts";
import { showError } from "../shell/errors.tsx";
import { Foreign } from "../shell/foreign.tsx";
import { MoreMenu } from "../shell/more-menu.tsx";
import { Row, type RowHead } from "../tables/row-table.tsx";
import { rolesToGive } from "./roles.ts";

export const memberHeads: RowHead[] = [
  { name: "Name" },
  { name: "E-mail address", wide: true },
  { name: "Role" },
  { name: "Joined", wide: true },
  { name: "Actions", end: true },
];

/** A member, with what the viewer's role may change of them. */
export function MemberRow({ member, isLastOwner }: { member: MemberView; isLastOwner: boolean }) {
  const { role: own, memberId } = useOrganization();
  const isOneself = member.id === memberId;
  const name = member.name ?? member.email ?? "Someone";
  const mayChange = may(own, actionOnRoles(member.role));
  return (
    <Row
      heads={memberHeads}
      cells={[
        <Fragment key="name">
          <Initial name={name} />
          <Foreign>{name}</Foreign>
          {isOneself && <span className="row-dim"> (you)</span>}
          <span className="row-dim row-second">
            <Foreign>{member.email}</Foreign>
          </span>
        </Fragment>,
        <Foreign key="email">{member.email}</Foreign>,
        capitalized(member.role),
        <Time key="joined" at={member.joinedAt} precision="day" />,
        (isOneself || mayChange) && !isLastOwner && (
          <MemberMenu key="menu" member={member} name={name} mayChange={mayChange} />
        ),
      ]}
    />
  );
}

interface MemberProps {
  member: MemberView;
  name: string;
}

/** Another role, and the end of the membership. */
function MemberMenu({ member, name, mayChange }: MemberProps & { mayChange: boolean }) {
  const { role: own } = useOrganization();
  const setRole = useSetRole({ member, name });
  const removal = useRemoval({ member, name });
  const others = rolesToGive(own).filter((role) => role !== member.role);
  return (
    <MoreMenu label={`More for ${withoutBidiControls(name)}`} isQuiet>
      {mayChange &&
        others.map((role) => (
          <Menu.Item key={role} onClick={() => setRole(role)}>
            Make {role}
          </Menu.Item>
        ))}
      <Menu.Item c="var(--failing)" onClick={removal.ask}>
        {removal.label}
      </Menu.Item>
    </MoreMenu>
  );
}

function useSetRole({ member, name }: MemberProps): (role: Role) => void {
  const { id, memberId } = useOrganization();
  const queryClient = useQueryClient();
  const reload = useReload();
  const setting = useMutation({
    mutationFn: (role: Role) =>
      change(
        "PATCH /api/organization/{organizationId}/members/{memberId}",
        { organizationId: id, memberId: member.id },
        { role },
      ),
    onSuccess: ({ role }) =>
      notifications.show({
        message: (
          <>
            <Foreign>{name}</Foreign> is now {role === "member" ? "a" : "an"} {role}.
          </>
        ),
      }),
    onError: showError,
    onSettled: async () => {
      await reload("members");
      if (member.id === memberId) await queryClient.invalidateQueries({ queryKey: ["session"] });
    },
  });
  return (role) => {
    if (member.id !== memberId && role !== "owner") return setting.mutate(role);
    if (role === "owner") {
      return modals.openConfirmModal({
        title: "Make this member an owner?",
        children: (
          <Text>
            As an owner, <Foreign>{name}</Foreign> can do everything, including deleting the
            organization and changing your role.
          </Text>
        ),
        labels: { confirm: "Make owner", cancel: "Cancel" },
        onConfirm: () => setting.mutate(role),
      });
    }
    modals.openConfirmModal({
      title: "Change your own role?",
      children: <Text>Only another owner or admin can change it back.</Text>,
      labels: { confirm: `Become ${role}`, cancel: "Keep your role" },
      onConfirm: () => setting.mutate(role),
    });
  };
}

function useRemoval({ member, name }: MemberProps) {
  const { id: organizationId, memberId, name: organization } = useOrganization();
  const isOneself = member.id === memberId;
  const key = "DELETE /api/organization/{organizationId}/members/{memberId}";
  const label = isOneself ? "Leave" : "Remove";
  const loses = isOneself ? (
    <Text>
      You no longer see anything of <Foreign>{organization}</Foreign>. To come back, you need an
      invitation.
    </Text>
  ) : (
    <Text>
      The next request of <Foreign>{name}</Foreign> is refused. Gates and API keys that they made
      stay.
    </Text>
  );
  const confirm = isOneself ? "Leave organization" : "Remove member";
  const title = isOneself ? "Leave the organization?" : "Remove the member?";
  const { ask } = useConfirmed({
    question: { title, text: loses, confirm, cancel: "Cancel" },
    act: () => change(key, { organizationId, memberId: member.id }),
    onDone: () => {
      // A person who has left may not see these pages any more.
      if (isOneself) return location.assign("/");
      const message = (
        <>
          <Foreign>{name}</Foreign> was removed.
        </>
      );
      notifications.show({ message });
    },
    reload: ["members"],
  });
  return { ask, label };
}

function Initial({ name }: { name: string }) {
  return (
    <span className="initial" aria-hidden="true">
      {[...name][0]?.toUpperCase()}
    </span>
  );
}
