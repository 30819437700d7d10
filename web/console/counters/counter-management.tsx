import { may } from "../../../core/members/role.ts";
import { useOrganization } from "../api/session.ts";
import { Embeds } from "../embeds/embeds.tsx";
import { GateLinks } from "../gates/gate-links.tsx";
import { CounterSettingsPanel } from "./counter-settings.tsx";

/** The settings of a counter, for those who may change them. */
export function CounterManagement({ counterId }: { counterId: string }) {
  const { role } = useOrganization();
  return may(role, "manage_counters") ? <CounterSettingsPanel counterId={counterId} /> : null;
}

/** Gate links and embeds of a counter, for those who may give them out. */
export function CounterSharing({ counterId }: { counterId: string }) {
  const { role } = useOrganization();
  return (
    <>
      {may(role, "manage_gates") && <GateLinks counterId={counterId} />}
      {may(role, "manage_counters") && <Embeds counterId={counterId} />}
    </>
  );
}
