import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Fullness } from "../../../../web/console/groups/capacity.tsx";

test.each([
  [179, "capacity", "74%"],
  [239, "capacity", "99%Nearly full"],
  [240, "capacity", "100%Full"],
  [242, "capacity", "101%2 over"],
  [242, "goal", "101%Reached"],
  [242, "threshold", "101%"],
] as const)("%i of a %s of 240 is %s", (level, of, words) => {
  const markup = renderToStaticMarkup(createElement(Fullness, { level, limit: 240, of }));
  expect(markup.replace(/<[^>]*>/g, "")).toBe(words);
});
