import { type ReactNode, useEffect } from "react";
import { createPortal } from "react-dom";
import type { CounterView } from "../../../api/private/counters.ts";
import type { CreatedGate } from "../../../api/private/gates.ts";
import { maximumOnScreen } from "../../../core/gates/gate-limits.ts";
import { directionOf, type Language } from "../../../core/languages.ts";
import { isolated } from "../../../core/messages.ts";
import { nowMs } from "../api/clock.ts";
import { useOrganization } from "../api/session.ts";
import { dateFormat } from "../dates/format.ts";
import { Foreign } from "../shell/foreign.tsx";
import "./gate-sheet.css";
import { QrCode } from "./qr-code.tsx";
import { sheetMessages } from "./sheet-messages.ts";

interface GateSheetProps {
  gate: CreatedGate;
  counters: CounterView[];
  /** The organization's. */
  language: Language;
}

/** What is printed of a gate link, to be put on a wall. */
export function GateSheet({ gate, counters, language }: GateSheetProps) {
  const { name, timeZone } = useOrganization();
  useEffect(() => {
    document.body.classList.add("prints-sheet");
    return () => document.body.classList.remove("prints-sheet");
  }, []);
  const { invitation, scan, tap, pocket, ends, printed, lost } = sheetMessages[language];
  const day = dateFormat({ dateStyle: "long" }, timeZone, language);
  const minute = dateFormat({ dateStyle: "long", timeStyle: "short" }, timeZone, language);
  return createPortal(
    <div className="gate-sheet" lang={language} dir={directionOf(language)} translate="no">
      <div className="gate-sheet-page">
        <header>
          <p>
            <Foreign>{name}</Foreign>
          </p>
          <h1 className={gate.name.length > 40 ? "gate-sheet-long" : undefined}>
            <Foreign>{gate.name}</Foreign>
          </h1>
          {/* More of them would take the room of the code. */}
          {counters.length <= maximumOnScreen && (
            <p>{counters.map((counter) => isolated(counter.name)).join(" · ")}</p>
          )}
        </header>
        <QrCode value={gate.url} gate={gate.name} />
        <p>
          <b>{invitation}</b>
        </p>
        <ol>
          <Step text={scan}>
            <path d="M5 14V8q0-3 3-3h6M34 5h6q3 0 3 3v6M43 34v6q0 3-3 3h-6M14 43H8q-3 0-3-3v-6" />
            <path d="M14 14h7v7h-7zM27 14h7v7h-7zM14 27h7v7h-7zM27 27h2M34 27v2M27 34h2M34 34h.1" />
          </Step>
          <Step text={tap}>
            <rect x="11" y="3" width="22" height="38" rx="4" />
            <path d="M22 16v10M17 21h10" />
            <path d="M23 30L30 40" stroke="#000000" strokeWidth="10" />
            <path d="M23 30L30 40" stroke="#ffffff" strokeWidth="5" />
          </Step>
          <Step text={pocket}>
            <path d="M16 22V7q0-3 3-3h10q3 0 3 3v15M22 9h4" />
            <path d="M7 22h34v13q0 9-17 9t-17-9zM12 27h24" />
          </Step>
        </ol>
        <footer>
          <p>{lost}</p>
          <p>
            {printed(day.format(nowMs()))}
            {gate.endsAt !== null && ` ${ends(minute.format(new Date(gate.endsAt)))}`}
          </p>
        </footer>
      </div>
    </div>,
    document.body,
  );
}

function Step({ text, children }: { text: string; children: ReactNode }) {
  return (
    <li>
      <svg className="gate-sheet-picture" viewBox="0 0 48 48" aria-hidden="true">
        {children}
      </svg>
      {text}
    </li>
  );
}
