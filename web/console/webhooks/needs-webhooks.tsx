import type { ComponentType } from "react";
import { planIncludesWebhooks } from "../../../core/organizations/plan.ts";
import { useOrganization } from "../api/session.ts";
import { NeedsPlan } from "../shell/needs-plan.tsx";
import { Page } from "../shell/page.tsx";

/** A page of webhooks; on the free plan, what they would need. */
export function withWebhooks(title: string, Content: ComponentType) {
  return function WebhooksPage() {
    const { plan } = useOrganization();
    if (planIncludesWebhooks(plan)) return <Content />;
    return (
      <Page
        title={title}
        about="Webhooks tell your own programs each time a counter goes up or down."
      >
        <NeedsPlan
          title="Webhooks need the Pro plan"
          docs="integrators/webhooks"
          button="How webhooks work"
        />
      </Page>
    );
  };
}
