// What a page does beyond being read. Every part works on its own; without scripts the pages still work.
import { startBar } from "./bar.js";
import { startDrafts } from "./drafts.js";
import { startFetching } from "./fetching.js";
import { startHolds } from "./hold.js";
import { startKeys } from "./keys.js";
import { startLists } from "./lists.js";
import { startLive } from "./live.js";
import { startMenus } from "./menus.js";
import { startThemes } from "./themes.js";
import { startTimes } from "./times.js";

startThemes();
startTimes();
startMenus();
startHolds();
startDrafts();
startBar();
startKeys();
startLive();
startLists();
startFetching();
