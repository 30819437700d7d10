import { useQuery } from "@tanstack/react-query";
import type { HistoryEventView } from "../../../../api/private/charts.ts";
import { may } from "../../../../core/members/role.ts";
import { read } from "../../api/private-api.ts";
import { useOrganization } from "../../api/session.ts";

export type CountedBy = (event: Pick<HistoryEventView, "by" | "adjustment">) => string;

/** The names of those who count, as far as the viewer may know them, and whether they are still read. */
export function useCountedBy(): { countedBy: CountedBy; isReading: boolean } {
  const { id, role } = useOrganization();
  const mayKnow = may(role, "see_members") && may(role, "manage_gates");
  const { data: names, isLoading: isReading } = useQuery({
    queryKey: [id, "names"],
    enabled: mayKnow,
    staleTime: 60_000,
    queryFn: async () => {
      const [{ members }, { gates }] = await Promise.all([
        read("GET /api/organization/{organizationId}/members", { organizationId: id }),
        read("GET /api/organization/{organizationId}/gates", { organizationId: id }),
      ]);
      const known = new Map(gates.map((gate) => [gate.id, gate.name]));
      for (const member of members) known.set(member.id, member.name ?? member.email ?? member.id);
      return known;
    },
  });
  const countedBy: CountedBy = ({ by: { kind, id: by }, adjustment }) => {
    // Its event is public, so that only the audit log says who did it.
    if (adjustment !== undefined) return "";
    if (kind === "operator" || by === null) return "Operator";
    const name = names?.get(by);
    if (name !== undefined) return name;
    return kind === "gate" ? "A gate" : "A member";
  };
  return { countedBy, isReading };
}
