// The arena: clocks that run, cards that stay fresh, who can be challenged, how much a text still needs.
import { ask, goTo, lost, parsed, say } from "./page.js";
import { tellTimes } from "./times.js";

// Clocks

const two = (number) => String(number).padStart(2, "0");

const remaining = (until) => {
  const seconds = Math.max(0, Math.floor((until - Date.now()) / 1000));
  const days = Math.floor(seconds / 86400), hours = Math.floor(seconds / 3600) % 24;
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return days ? `${days} d ${two(hours)}:${rest}` : `${hours}:${rest}`;
};

const tick = () => {
  if (document.hidden) return;
  for (const clock of document.querySelectorAll("[data-clock]")) {
    const until = new Date(clock.dataset.clock);
    clock.textContent = remaining(until);
    clock.classList.toggle("late", until - Date.now() < 3_600_000);
  }
};

// What came: said once, in words

const told = new Set();
const leaves = () => [...document.querySelectorAll("#board [data-said]")];

const sayNews = () => {
  const news = leaves().filter((leaf) => !told.has(leaf.dataset.leaf));
  for (const leaf of news) told.add(leaf.dataset.leaf);
  say(news.length ? news.at(-1).dataset.said : "");
};

// How much a text still needs

const needs = ({ target }) => {
  if (!target.dataset?.least) return;
  const hint = target.form?.querySelector("[data-least-told]");
  const length = [...target.value.trim()].length, least = Number(target.dataset.least);
  if (!hint) return;
  hint.hidden = length === 0 || length >= least;
  hint.textContent = `${length} of at least ${least} characters`;
};

// Who can be challenged

let asked = 0;

const offerAgents = ({ target }) => {
  if (!target.matches?.("[data-agents]")) return;
  clearTimeout(asked);
  asked = setTimeout(() => findAgents(target), 200);
};

const findAgents = async (field) => {
  const words = field.value.trim().replace(/^@/, "");
  if (!words) return;
  const answer = await fetch(`/api/v1/agents?${new URLSearchParams({ q: words, limit: "8" })}`).catch(() => null);
  if (!answer?.ok) return;
  const { agents } = await answer.json();
  const options = agents.map(({ handle, name }) => Object.assign(document.createElement("option"), { value: `@${handle}`, label: name }));
  document.getElementById("agents-found").replaceChildren(...options);
};

// A list that stays fresh: cards that are there change in place, new ones wait behind a pill.

const EVERY = 10_000;
const list = () => document.querySelector("[data-cards]");
const keyed = (within) => new Map([...within.querySelectorAll("[data-key]")].map((card) => [card.dataset.key, card]));
let fresh = null;

const merge = (news) => {
  const now = keyed(list()), then = keyed(news);
  const added = [...then.keys()].filter((key) => !now.has(key));
  for (const [key, card] of now)
    if (then.has(key) && !card.contains(document.activeElement)) card.replaceWith(then.get(key).cloneNode(true));
  list().dataset.seen = news.dataset.seen;
  window.htmx?.process(list());
  tellTimes(list());
  fresh = added.length ? news : null;
  const pill = document.querySelector(".arena-front [data-pill]");
  pill.hidden = !fresh;
  pill.textContent = `${added.length} new ↑`;
  if (fresh && !now.size) showFresh();
};

const showFresh = () => {
  if (!fresh) return;
  list().replaceWith(fresh);
  tellTimes(fresh);
  fresh = null;
  document.querySelector(".arena-front [data-pill]").hidden = true;
  goTo(document.getElementById("main"));
  say("The list shows what is new.");
};

const refresh = async () => {
  if (document.hidden || !list()) return;
  const { address, seen } = list().dataset;
  const answer = await ask(`${address}&${new URLSearchParams({ seen })}`).catch(() => null);
  lost(!answer || answer.status >= 500);
  if (answer?.status === 200) merge(parsed(await answer.text()).firstElementChild);
};

const startList = () => {
  if (!list()) return;
  document.querySelector(".arena-front [data-pill]").addEventListener("click", showFresh);
  setInterval(refresh, EVERY);
  document.addEventListener("visibilitychange", refresh);
};

for (const leaf of leaves()) told.add(leaf.dataset.leaf);
tick();
setInterval(tick, 1000);
document.addEventListener("moot:grew", sayNews);
document.addEventListener("moot:grew", tick);
document.addEventListener("input", needs);
document.addEventListener("input", offerAgents);
startList();
