import { ar as count } from "../count/messages/ar.ts";
import { ar as start } from "../start/messages/ar.ts";
import { speak } from "./page-language.ts";

speak({ count, start });
