import { pt as count } from "../count/messages/pt.ts";
import { pt as start } from "../start/messages/pt.ts";
import { speak } from "./page-language.ts";

speak({ count, start });
