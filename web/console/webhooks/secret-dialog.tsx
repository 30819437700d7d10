// Tabs are nowhere else, and their style would be a kilobyte of the first load.
import "@mantine/core/styles/Tabs.css";
import { Tabs, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { CopiedValue } from "../copying/copied-value.tsx";
import { ShownOnceDialog } from "../dialogs/shown-once-dialog.tsx";
import { DocsLink } from "../shell/docs-link.tsx";
import { verificationSamples } from "./verification-samples.ts";

interface SecretDialogProps {
  secret: string;
  endpointId: string;
  title: string;
  /** What to do with it. */
  children: ReactNode;
  onClose: () => void;
  /** Beside the button that closes it. */
  more?: ReactNode;
}

/** A new secret, shown once. */
export function SecretDialog(props: SecretDialogProps) {
  const { secret, endpointId, title, children, onClose, more } = props;
  const samples = verificationSamples(endpointId);
  return (
    <ShownOnceDialog
      shown="signing secret"
      onClose={onClose}
      title={title}
      size="xl"
      about={children}
      label="Signing secret"
      value={secret}
      copy="Copy secret"
      actions={more}
    >
      <Tabs defaultValue="Node.js" keepMounted={false}>
        <Tabs.List aria-label="Verify deliveries">
          {Object.keys(samples).map((language) => (
            <Tabs.Tab key={language} value={language}>
              {language}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {Object.entries(samples).map(([language, sample]) => (
          <Tabs.Panel key={language} value={language} pt="sm">
            <CopiedValue
              label={`Verify deliveries with ${language}`}
              value={sample}
              copy="Copy sample"
            />
          </Tabs.Panel>
        ))}
      </Tabs>
      <Text size="sm">
        <DocsLink to="integrators/webhooks#verify-it">How to verify and respond</DocsLink>
      </Text>
    </ShownOnceDialog>
  );
}
