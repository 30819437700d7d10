import { ja as count } from "../count/messages/ja.ts";
import { ja as start } from "../start/messages/ja.ts";
import { speak } from "./page-language.ts";

speak({ count, start });
