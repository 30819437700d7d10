import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { ImportFileBody, ImportPreviewView } from "../../../../api/private/counters.ts";
import { maximumImportBytes } from "../../../../core/limits.ts";
import { change, changePart, ServiceError } from "../../api/private-api.ts";
import { useStop } from "../../dialogs/use-stop.ts";

/** The state of an import: the file, what it would do, and how far it is. */
export function useImport(organizationId: string) {
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const [unread, setUnread] = useState<unknown>(null);
  const [createGroups, setCreateGroups] = useState(false);
  const [existing, setExisting] = useState<ImportFileBody["existing"]>("skip");
  const [answered, setAnswered] = useState<AnsweredQuestion[]>([]);
  const [progress, setProgress] = useState<ImportedSoFar>();
  const choices = useRef(0);
  const { isStopped } = useStop();

  const reading = Object.fromEntries(answered.map(({ about, answer }) => [about, answer]));
  const bodyNow = () => bodyOf(chosen, { createGroups, existing, ...reading });

  const preview = useQuery({
    queryKey: [organizationId, "import", chosen?.choice, createGroups, existing, reading],
    queryFn: async () => {
      const key = "POST /api/setup/{organizationId}/imports/preview";
      return await change(key, { organizationId }, bodyNow());
    },
    enabled: chosen !== null,
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });

  const run = useMutation({
    mutationFn: async () => {
      isStopped.current = false;
      const [body, soFar] = [bodyNow(), { created: 0, updated: 0 }];
      let updatedThrough = 0;
      let seenUpdates = preview.data?.result === "previewed" ? preview.data.updates : "";
      for (;;) {
        const key = "POST /api/setup/{organizationId}/imports";
        const sent = { ...body, seenUpdates, updatedThrough };
        const part = await changePart(isStopped, key, { organizationId }, sent);
        soFar.created += part.created;
        soFar.updated += part.updated;
        // Each part makes the updates that the preview has shown and no others.
        ({ updatedThrough, updates: seenUpdates } = part);
        const total = soFar.created + soFar.updated + part.missing;
        setProgress({ ...soFar, total });
        if (part.done || isStopped.current) return soFar;
      }
    },
    // What is left to do: the button does it.
    onError: () => isStopped.current || preview.refetch(),
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
    existing,
    /** What the file left open; answers can be changed until it is imported. */
    answered,
    preview,
    run,
    progress,
    setCreateGroups,
    setExisting,
    answer(question: ImportQuestion, answer: string) {
      const others = answered.filter(({ about }) => about !== question.about);
      // What the letters are comes first: with others, the numbers may be open again.
      setAnswered([...(question.about === "encoding" ? [] : others), { ...question, answer }]);
    },
    async choose(file: File | null) {
      choices.current += 1;
      const choice = choices.current;
      setProgress(undefined);
      setUnread(null);
      run.reset();
      try {
        const content = file && (await contentOf(file));
        if (choice !== choices.current) return;
        setAnswered([]);
        setChosen(file && { file, content: content ?? "", choice });
      } catch (error) {
        setChosen(null);
        setUnread(error);
      }
    },
  };
}

export type ImportQuestion = Extract<ImportPreviewView, { result: "question" }>["question"];
/** The answer is the value of one of its choices. */
type AnsweredQuestion = ImportQuestion & { answer: string };

/** A file as it was when it was chosen: the browser cannot read it any more once it is changed. */
interface ChosenFile {
  file: File;
  /** Its bytes in base64. */
  content: string;
  /** Another one each time that a file is chosen. */
  choice: number;
}

interface ImportedSoFar {
  created: number;
  updated: number;
  total: number;
}

function bodyOf(
  chosen: ChosenFile | null,
  choices: Pick<ImportFileBody, "createGroups" | "existing" | "encoding" | "decimal">,
): ImportFileBody {
  if (chosen === null) throw new Error("no file is chosen");
  return { file: chosen.content, ...choices };
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
