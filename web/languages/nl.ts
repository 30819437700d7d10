import { nl as count } from "../count/messages/nl.ts";
import { nl as start } from "../start/messages/nl.ts";
import { speak } from "./page-language.ts";

speak({ count, start });
