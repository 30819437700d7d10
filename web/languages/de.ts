import { de as count } from "../count/messages/de.ts";
import { de as start } from "../start/messages/de.ts";
import { speak } from "./page-language.ts";

speak({ count, start });
