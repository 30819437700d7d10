import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { ImportFileBody } from "../../../../api/private/counters.ts";
import { maximumImportBytes } from "../../../../core/limits.ts";
import { change, ServiceError } from "../../api/private-api.ts";

/** The state of an import: the file, what it would do, and how far it is. */
export function useImport(organizationId: string) {
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const [unread, setUnread] = useState<unknown>(null);
  const [createGroups, setCreateGroups] = useState(false);
  const [progress, setProgress] = useState<{ created: number; total: number }>();
  const choices = useRef(0);

  const preview = useQuery({
    queryKey: [organizationId, "import", chosen?.choice, createGroups],
    queryFn: () =>
      change(
        "POST /api/setup/{organizationId}/imports/preview",
        { organizationId },
        bodyOf(chosen, createGroups),
      ),
    enabled: chosen !== null,
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });

  const run = useMutation({
    mutationFn: async () => {
      const body = bodyOf(chosen, createGroups);
      let created = 0;
      for (;;) {
        const key = "POST /api/setup/{organizationId}/imports";
        const part = await change(key, { organizationId }, body);
        created += part.created;
        setProgress({ created, total: created + part.missing });
        if (part.done) return created;
      }
    },
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: [organizationId, "counters"] });
      await queryClient.invalidateQueries({ queryKey: [organizationId, "groups"] });
    },
  });

  return {
    file: chosen?.file ?? null,
    /** Why the chosen file could not be read. */
    unread,
    createGroups,
    preview,
    run,
    progress,
    setCreateGroups,
    async choose(file: File | null) {
      choices.current += 1;
      const choice = choices.current;
      setProgress(undefined);
      setUnread(null);
      run.reset();
      try {
        const content = file && (await contentOf(file));
        if (choice === choices.current) setChosen(file && { file, content: content ?? "", choice });
      } catch (error) {
        setChosen(null);
        setUnread(error);
      }
    },
  };
}

/** A file as it was when it was chosen: the browser cannot read it any more once it is changed. */
interface ChosenFile {
  file: File;
  /** Its bytes in base64. */
  content: string;
  /** Another one each time that a file is chosen. */
  choice: number;
}

function bodyOf(chosen: ChosenFile | null, createGroups: boolean): ImportFileBody {
  if (chosen === null) throw new Error("no file is chosen");
  return { file: chosen.content, createGroups };
}

/** The file's bytes in base64, as the service wants them: they decide the counters' ids. */
async function contentOf(file: File): Promise<string> {
  if (file.size > maximumImportBytes) {
    throw new ServiceError("The file is larger than 4 MB. Split it.", { status: 400, code: null });
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  // String.fromCharCode takes a limited number of arguments.
  for (let start = 0; start < bytes.length; start += 32_768) {
    text += String.fromCharCode(...bytes.subarray(start, start + 32_768));
  }
  return btoa(text);
}
