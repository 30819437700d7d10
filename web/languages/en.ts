import { en as count } from "../count/messages/en.ts";
import { en as start } from "../start/messages/en.ts";
import { speak } from "./page-language.ts";

speak({ count, start });
