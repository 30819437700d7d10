import { es as count } from "../count/messages/es.ts";
import { es as start } from "../start/messages/es.ts";
import { speak } from "./page-language.ts";

speak({ count, start });
