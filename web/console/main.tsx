import "./mantine.css";
import "@mantine/notifications/styles.css";
import "./theme.css";
import "./fingers.css";
import { MantineProvider } from "@mantine/core";
import { ModalsProvider } from "@mantine/modals";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { endWhenTooOld, requiredElement } from "../browser/elements.ts";
import { ensureLanguageTag } from "../browser/language-tag.ts";
import { ServiceError } from "./api/private-api.ts";
import { newQueryClient } from "./api/query-client.ts";
import { followFocus } from "./dialogs/dialog.tsx";
import { newRouter } from "./router.tsx";
import { forgetFailedStyles, loadPartsWhenIdle } from "./shell/parts.tsx";
import { theme } from "./theme.ts";
import { keepTranslatedPageTrue } from "./translated-page.ts";

endWhenTooOld();
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? "";
// Dialogs keep the page behind them from scrolling with a style of their own; its package, get-nonce,
// looks for the nonce under this name.
Object.assign(globalThis, { __webpack_nonce__: nonce });
ensureLanguageTag();
followFocus(document);
keepTranslatedPageTrue();
forgetFailedStyles();
const queryClient = newQueryClient();
const router = newRouter(queryClient);

// Until then the page shows its frame. Without await: pages import this script, too.
void router.load().then(() =>
  createRoot(requiredElement("#app"), { onCaughtError: logOwnErrors }).render(
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
        <QueryClientProvider client={queryClient}>
          <ModalsProvider>
            <Notifications position="bottom-right" limit={3} />
            <RouterProvider router={router} />
          </ModalsProvider>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  ),
);

void loadPartsWhenIdle(() => queryClient.isFetching() > 0);

/** A page says what the service refused; that is no error of the console's own. */
function logOwnErrors(error: unknown): void {
  if (!(error instanceof ServiceError)) console.error(error);
}
