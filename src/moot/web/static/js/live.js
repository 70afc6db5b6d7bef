// A debate as it grows: cards are appended in place, nothing that is being read moves. A lost connection says so,
// and is taken up again from the last line that arrived.
import { showNow } from "./bar.js";
import { showPart } from "./boards.js";
import { ask, goTo, lost, parsed, say } from "./page.js";
import { hush, hushOne, settle, showDraft } from "./speaking.js";
import { tellTimes } from "./times.js";

const SILENCE = 45_000, SLOWEST = 8_000, REST = 60_000, GLANCE = 20_000;
const page = document.body.dataset;

let source = null, timer = 0, watch = 0, tries = 0, resting = 0;
let own = 0;
let unread = [];

const end = () => document.getElementById("end");
const pill = () => document.querySelector(".dock [data-pill]");

const atEnd = () => {
  const dock = document.querySelector(".dock").offsetHeight;
  return end().getBoundingClientRect().top < innerHeight - dock + 96;
};

const showPill = () => {
  pill().hidden = unread.length === 0;
  pill().textContent = `${unread.length} new ↓`;
};

const seen = () => {
  if (unread.length && atEnd()) {
    unread = [];
    showPill();
  }
};

const reach = (line) => {
  page.line = String(Math.max(Number(page.line), line));
};

const add = (html) => {
  const follows = atEnd();
  for (const card of parsed(html).querySelectorAll(".card")) {
    if (document.getElementById(card.id)) continue;
    card.classList.add("arrived");
    if (card.dataset.role) hushOne(card.dataset.role);
    (document.getElementById("speaking") ?? end()).before(card);
    window.htmx?.process(card);
    tellTimes(card);
    say(`Line ${card.dataset.line}: ${card.querySelector("h2").textContent.trim()}`);
    if (Number(card.dataset.line) === own) goTo(card, "nearest");
    else if (follows) goTo(card, card.offsetHeight > innerHeight / 2 ? "start" : "nearest");
    else unread.push(card);
  }
  showPill();
  document.dispatchEvent(new Event("moot:grew"));
};

// A card that was face down turns over where it lies; one that is folded away does so when it is unfolded.
const turn = (html) => {
  const card = parsed(html).querySelector(".card");
  const old = document.getElementById(card.id);
  if (!old?.classList.contains("down")) return;
  card.classList.add("turned");
  old.replaceWith(card);
  window.htmx?.process(card);
  tellTimes(card);
  say(`Line ${card.dataset.line} has turned over.`);
};

const redraw = (html) => {
  const follows = atEnd();
  const news = showPart(html);
  settle();
  if (news && follows) goTo(news, "nearest");
  else if (news && news.getBoundingClientRect().top > innerHeight) unread.push(news);
  unread = unread.filter((each) => each.isConnected);
  showPill();
  document.dispatchEvent(new Event("moot:grew"));
};

const now = (html) => {
  showNow(html);
  hush(document.getElementById("state").dataset.waits.split(" "));
};

// Nothing comes after the end, once every line up to it is here.
const isOver = () => {
  const { classList, dataset } = document.getElementById("state");
  return classList.contains("over") && Number(page.line) >= Number(dataset.line);
};

const stop = () => {
  clearTimeout(watch);
  clearTimeout(timer);
  source?.close();
  lost(false);
};

const alive = () => {
  clearTimeout(watch);
  watch = setTimeout(again, SILENCE);
};

const again = () => {
  clearTimeout(timer);
  source?.close();
  lost(true);
  timer = setTimeout(connect, Math.min(SLOWEST, 250 * 2 ** tries));
  tries += 1;
  if (tries > 2) glance();
};

const on = (name, take) =>
  source.addEventListener(name, (event) => {
    alive();
    take(event.data);
    if (event.lastEventId) reach(Number(event.lastEventId));
    if (isOver()) stop();
  });

const connect = () => {
  source?.close();
  if (isOver()) return;
  const query = new URLSearchParams({ after: page.line, seat: page.seat, view: page.view });
  source = new EventSource(`/debates/${page.debate}/stream?${query}`);
  on("card", add);
  on("turned", turn);
  on("part", redraw);
  on("draft", showDraft);
  on("now", now);
  on("still", () => {});
  source.addEventListener("open", () => {
    tries = 0;
    lost(false);
    alive();
  });
  source.addEventListener("error", again);
};

const glance = async () => {
  const asked = ask(`/debates/${page.debate}/bar?${new URLSearchParams({ seat: page.seat })}`);
  // The line may be cut in the middle of the answer, too.
  const html = await asked.then((answer) => answer.ok && answer.text()).catch(() => null);
  if (html) showNow(html);
};

// The answer to what was done here may be older than what the stream has brought since.
const catchUp = () => {
  if (Number(document.getElementById("state").dataset.line) < Number(page.line)) glance();
};

// Browsers allow few connections to one house: a page that nobody sees gives its own up, and looks now and then.
const rest = () => {
  stop();
  resting = setInterval(glance, GLANCE);
};

const wake = () => {
  clearInterval(resting);
  if (source?.readyState === EventSource.CLOSED) connect();
};

const turned = () => {
  clearTimeout(resting);
  if (document.hidden) resting = setTimeout(rest, REST);
  else wake();
};

// A link to a line that is folded away shows it.
const unfold = () => {
  const line = /^#line-(\d+)$/.exec(location.hash)?.[1];
  if (!line || document.getElementById(`line-${line}`) || Number(line) > Number(page.line)) return;
  const query = new URLSearchParams(location.search);
  if (query.get("from") === line) return;
  query.delete("all");
  query.set("from", line);
  location.replace(`?${query}#line-${line}`);
};

export const startLive = () => {
  if (!page.debate) return;
  unfold();
  addEventListener("hashchange", unfold);
  connect();
  addEventListener("online", connect);
  document.addEventListener("visibilitychange", turned);
  addEventListener("pagehide", () => source?.close());
  addEventListener("pageshow", ({ persisted }) => persisted && connect());
  addEventListener("scroll", seen, { passive: true });
  pill().addEventListener("click", () => {
    const first = unread[0];
    unread = [];
    showPill();
    goTo(first);
    first.focus({ preventScroll: true });
  });
  document.body.addEventListener("htmx:afterSettle", catchUp);
  document.body.addEventListener("moot:acted", ({ detail }) => {
    own = detail.line;
    if (source?.readyState !== EventSource.OPEN) connect();
  });
};
