import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  type ImportFileBody,
  type ImportPreviewView,
  type ImportProgress,
  maximumImportBytes,
} from "../../../../core/private-api/counters/counter-import.ts";
import { change, ServiceError } from "../../api/private-api.ts";
import { apiPath } from "../../api/session.ts";

/** The state of an import: the file, what it would do, and how far it is. */
export function useImport(organizationId: string) {
  const queryClient = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [createGroups, setCreateGroups] = useState(false);
  const [progress, setProgress] = useState<{ created: number; total: number }>();
  const path = apiPath(organizationId, "/counter-imports");

  const preview = useQuery({
    queryKey: [
      ...[organizationId, "import", file?.name, file?.size, file?.lastModified],
      createGroups,
    ],
    queryFn: async () => {
      const body = await bodyOf(file, createGroups);
      return await change<ImportPreviewView>("POST", `${path}/preview`, body);
    },
    enabled: file !== null,
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });

  const run = useMutation({
    mutationFn: async () => {
      const body = await bodyOf(file, createGroups);
      let created = 0;
      for (;;) {
        const part = await change<ImportProgress>("POST", path, body);
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
    file,
    createGroups,
    preview,
    run,
    progress,
    setCreateGroups,
    choose(chosen: File | null) {
      setFile(chosen);
      setProgress(undefined);
      run.reset();
    },
  };
}

/** The file's bytes, as the service wants them: what they say decides the counters' ids. */
async function bodyOf(file: File | null, createGroups: boolean): Promise<ImportFileBody> {
  if (file === null) throw new Error("no file is chosen");
  if (file.size > maximumImportBytes) {
    throw new ServiceError("The file is larger than 4 MB. Split it.", { status: 400, code: null });
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  // String.fromCharCode takes a limited number of arguments.
  for (let start = 0; start < bytes.length; start += 32_768) {
    text += String.fromCharCode(...bytes.subarray(start, start + 32_768));
  }
  return { file: btoa(text), createGroups };
}
