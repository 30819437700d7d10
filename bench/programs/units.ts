import { benchmark, progress } from "../report/benchmark.ts";
import { withService } from "../service/measured-service.ts";
import { chartFigures } from "../units/charts.ts";
import { deliveryFigures } from "../units/deliveries.ts";
import { embedFigures } from "../units/embeds.ts";
import { evaluationFigures } from "../units/evaluations.ts";
import { gateFigures } from "../units/gates.ts";
import { groupResetFigures } from "../units/group-reset.ts";
import { readFigures } from "../units/reads.ts";

// What AWS charges for one of each: the counts behind the sums of docs/operators/costs.md.

await benchmark(async () => [
  ...(await withService(
    async (service) => {
      progress("the read API …");
      const reads = await readFigures(service);
      progress("gates, members, the overview …");
      const gates = await gateFigures(service);
      progress("charts, embeds, a group's reset …");
      return [
        ...[...reads, ...gates],
        ...(await chartFigures(service)),
        ...(await embedFigures(service)),
        ...(await groupResetFigures(service)),
      ];
    },
    { proxied: true },
  )),
  ...(await deliveryFigures()),
  ...(await evaluationFigures()),
]);
