// Lists of debates, kept fresh while somebody looks: asked for every few seconds, answered only if they changed.
import { ask, lost, parsed } from "./page.js";
import { tellTimes } from "./times.js";

const EVERY = 4000;
let timer = 0;

const lists = () => document.querySelectorAll("[data-list]");
const rows = (list) => [...list.querySelectorAll("[data-key]")];
const keys = (list) => rows(list).map((row) => row.dataset.key).join();
const frontPill = () => document.querySelector(".front [data-pill]");

const markHere = (list) => {
  for (const link of list.querySelectorAll("a[href]"))
    if (link.pathname === location.pathname && list.dataset.list === "side") link.setAttribute("aria-current", "page");
};

// The page itself must not scroll for it.
const bringHere = (list) => {
  const here = list?.querySelector("[aria-current]");
  if (here) list.scrollTop = here.offsetTop - list.clientHeight / 2;
};

const showWaiting = (count) => {
  for (const badge of document.querySelectorAll("[data-waiting]")) {
    badge.textContent = count;
    badge.hidden = count === "0";
  }
  if (location.pathname === "/")
    document.title = (count === "0" ? "" : `(${count}) `) + document.title.replace(/^\(\d+\) /, "");
};

const replaceAll = (list, fresh) => {
  list.replaceWith(fresh);
  if (frontPill()) frontPill().hidden = true;
};

// Somebody points at the list: what is there changes in place, and nothing moves.
const replaceRows = (list, fresh) => {
  const news = new Map(rows(fresh).map((row) => [row.dataset.key, row]));
  for (const row of rows(list)) {
    const now = news.get(row.dataset.key);
    if (now && !row.contains(document.activeElement)) row.replaceWith(now);
  }
  list.dataset.seen = fresh.dataset.seen;
};

const offer = (list) => {
  if (list.dataset.list !== "rows") return;
  frontPill().hidden = false;
  frontPill().textContent = "Newer order ↑";
};

const merge = (list, fresh) => {
  markHere(fresh);
  tellTimes(fresh);
  showWaiting(fresh.dataset.waitingCount);
  const moved = keys(list) !== keys(fresh);
  if (!moved || list.matches(":hover, :focus-within")) {
    if (moved) offer(list);
    replaceRows(list, fresh);
  } else replaceAll(list, fresh);
};

const fetchList = async (list, seen) => {
  const query = new URLSearchParams(list.dataset.query);
  query.set("shape", list.dataset.list);
  if (seen) query.set("seen", seen);
  const answer = await ask(`/list?${query}`);
  if (answer.status === 200) return parsed(await answer.text()).firstElementChild;
  if (answer.status !== 204) throw new Error(answer.statusText);
  return null;
};

const refresh = async () => {
  clearTimeout(timer);
  try {
    if (!document.hidden)
      for (const list of lists()) {
        const fresh = await fetchList(list, list.dataset.seen);
        if (fresh && list.isConnected) merge(list, fresh);
      }
    if (document.querySelector(".front")) lost(false);
  } catch {
    if (document.querySelector(".front")) lost(true);
  }
  clearTimeout(timer);
  timer = setTimeout(refresh, EVERY);
};

export const startLists = () => {
  if (!lists().length) return;
  timer = setTimeout(refresh, EVERY);
  lists().forEach(markHere);
  bringHere(document.getElementById("side-list"));
  document.body.addEventListener("htmx:afterSettle", () => {
    lists().forEach(markHere);
    tellTimes();
  });
  document.addEventListener("visibilitychange", () => document.hidden || refresh());
  document.addEventListener("moot:grew", refresh);
  frontPill()?.addEventListener("click", async () => {
    const list = document.getElementById("rows");
    const fresh = await fetchList(list, "");
    if (fresh) replaceAll(list, fresh);
    scrollTo({ top: 0 });
  });
};
