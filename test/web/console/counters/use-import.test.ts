import { expect, test } from "vitest";
import { useImport } from "../../../../web/console/counters/import/use-import.ts";
import { doing, renderHook, useDocument } from "../rendered-hook.ts";
import { later, type Scripted, scriptedService } from "../scripted-service.ts";

useDocument();

const bodyOf = (content: string, createGroups = false) => ({
  ...{ file: btoa(content), createGroups, existing: "skip" },
});
const part = (created: number, missing: number, updated = 0) => ({
  body: {
    ...{ created, updated, missing, done: missing === 0, updatedThrough: updated },
    updates: `${missing} left`,
  },
});

async function opened(reply: (path: string) => Scripted = () => ({ body: {} })) {
  const requests = scriptedService(({ path }) => reply(path));
  return { requests, page: await renderHook(() => useImport("org_1"), undefined) };
}

/** A file whose bytes come when the test says so. */
function slowFile(content: string) {
  const bytes = later();
  const file = new File([content], "slow.csv");
  const buffer = new TextEncoder().encode(content).buffer;
  Object.assign(file, { arrayBuffer: () => bytes.reply.then(() => buffer) });
  return { file, isRead: () => bytes.comes(undefined) };
}

test("a preview is of the bytes of the file, and read again when the choice of groups changes", async () => {
  const { requests, page } = await opened();
  await doing(() => page.current.choose(new File(["a"], "gates.csv")));
  await doing(() => page.current.setCreateGroups(true));
  expect(requests.map(({ body }) => body)).toEqual([bodyOf("a"), bodyOf("a", true)]);
});

test("of two files the one that was chosen last counts, whichever is read first", async () => {
  const { requests, page } = await opened();
  const [first, second] = [slowFile("first"), slowFile("second")];
  await doing(() => page.current.choose(first.file));
  await doing(() => page.current.choose(second.file));
  await doing(second.isRead);
  await doing(first.isRead);
  expect(page.current.file).toBe(second.file);
  expect(requests.map(({ body }) => body)).toEqual([bodyOf("second")]);
});

test("a file of the same name that is chosen again is previewed again", async () => {
  const { requests, page } = await opened();
  await doing(() => page.current.choose(new File(["a"], "gates.csv")));
  await doing(() => page.current.choose(new File(["a"], "gates.csv")));
  expect(requests).toHaveLength(2);
});

test("a file that is too large is not sent, and says so until another one is chosen", async () => {
  const { requests, page } = await opened();
  await doing(() => page.current.choose(new File([new Uint8Array(4_194_305)], "large.csv")));
  expect(page.current.unread).toMatchObject({ message: /larger than 4 MB/ });
  expect(page.current.file).toBeNull();
  expect(requests).toEqual([]);
  await doing(() => page.current.choose(new File(["a"], "gates.csv")));
  expect(page.current.unread).toBeNull();
});

test("what the file leaves open is asked, and answers are of that file only", async () => {
  const question = {
    about: "decimal",
    line: 2,
    field: "Goal",
    cell: "1.000",
    choices: [],
  } as const;
  const { requests, page } = await opened(() => ({ body: { result: "question", question } }));
  await doing(() => page.current.choose(new File(["a"], "gates.csv")));
  await doing(() => page.current.answer({ ...question, choices: [] }, ","));
  await doing(() => page.current.choose(new File(["b"], "gates.csv")));
  const sent = [bodyOf("a"), { ...bodyOf("a"), decimal: "," }, bodyOf("b")];
  expect(requests.map(({ body }) => body)).toEqual(sent);
});

test("an import is sent until all is created, and starts anew after a part that failed", async () => {
  const parts: Scripted[] = [part(100, 200), undefined, part(150, 50), part(50, 0)];
  const { requests, page } = await opened((path) =>
    path.endsWith("/preview") ? { body: {} } : parts.shift(),
  );
  await doing(() => page.current.choose(new File(["a"], "gates.csv")));
  await doing(() => page.current.run.mutate());
  expect(page.current.progress).toEqual({ created: 100, updated: 0, total: 300 });
  expect(page.current.run.error).toMatchObject({ status: null });
  await doing(() => page.current.run.mutate());
  expect(page.current.progress).toEqual({ created: 200, updated: 0, total: 200 });
  expect(page.current.run.data).toEqual({ created: 200, updated: 0 });
  expect(requests.filter(({ path }) => path.endsWith("/imports"))).toHaveLength(4);
});

test("each part names the updates that were seen, and begins where the one before has ended", async () => {
  const parts = [part(10, 50), part(0, 20, 30), part(0, 0, 20)];
  const { requests, page } = await opened((path) =>
    path.endsWith("/preview")
      ? { body: { result: "previewed", rows: [], newGroups: [], updates: "seen" } }
      : parts.shift(),
  );
  await doing(() => page.current.setExisting("update"));
  await doing(() => page.current.choose(new File(["a"], "gates.csv")));
  await doing(() => page.current.run.mutate());
  const sent = requests.filter(({ path }) => path.endsWith("/imports")).map(({ body }) => body);
  const file = { ...bodyOf("a"), existing: "update" };
  expect(sent).toEqual([
    { ...file, seenUpdates: "seen", updatedThrough: 0 },
    { ...file, seenUpdates: "50 left", updatedThrough: 0 },
    { ...file, seenUpdates: "20 left", updatedThrough: 30 },
  ]);
  expect(page.current.run.data).toEqual({ created: 10, updated: 50 });
});
