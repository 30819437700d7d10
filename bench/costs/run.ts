import { storedResults } from "../report/results.ts";
import { estimateOf, estimateText } from "./estimate.ts";
import { costsCommand, givenInputs } from "./inputs.ts";

const command = costsCommand()
  .exitOverride(({ exitCode, code }) => {
    process.exit(code.startsWith("commander.help") ? exitCode : 2);
  })
  .parse();
const { inputs, json } = givenInputs(command);
const estimate = estimateOf(inputs, storedResults());
console.log(json ? JSON.stringify(estimate, null, 2) : estimateText(estimate));
