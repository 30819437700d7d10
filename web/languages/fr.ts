import { fr as count } from "../count/messages/fr.ts";
import { fr as start } from "../start/messages/fr.ts";
import { speak } from "./page-language.ts";

speak({ count, start });
