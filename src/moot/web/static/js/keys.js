// The keyboard: j and k, n, a, /, ?, and Ctrl+Enter.
import { goTo } from "./page.js";

const cards = () => [...document.querySelectorAll(".card")];
const links = () => [...document.querySelectorAll(".row-title")];

const current = (all) => {
  const focused = all.findIndex((item) => item.contains(document.activeElement));
  if (focused >= 0) return focused;
  return all.findIndex((item) => item.getBoundingClientRect().bottom > 120) - 0.5;
};

const step = (by) => {
  const all = cards().length ? cards() : links();
  if (!all.length) return;
  const now = current(all);
  const next = all[Math.min(all.length - 1, Math.max(0, by > 0 ? Math.floor(now + 1) : Math.ceil(now - 1)))];
  next.focus({ preventScroll: true });
  goTo(next, next.matches(".card") ? "start" : "nearest");
};

const newest = () => {
  const last = cards().at(-1);
  if (!last) return;
  last.focus({ preventScroll: true });
  goTo(last);
};

const search = () => {
  const side = document.getElementById("sidebar");
  const field = document.querySelector("[data-search]");
  if (!field) return;
  if (side && getComputedStyle(side).display === "none") side.showPopover();
  field.focus();
  field.select();
};

const act = () => document.querySelector("#bar textarea, #bar input:not([type=hidden]), #bar button:not([hidden])")?.focus();
const help = () => document.getElementById("help").showModal();

const ACTS = { j: () => step(1), k: () => step(-1), n: newest, a: act, "/": search, "?": help };

const isWriting = (target) => target.closest?.("input, textarea, select, [contenteditable]");

const onKey = (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    const form = event.target.closest?.("form");
    const main = form?.querySelector("button.primary");
    main?.click();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return;
  if (document.querySelector("dialog[open]")) return;
  const does = ACTS[event.key];
  if (!does) return;
  event.preventDefault();
  does();
};

export const startKeys = () => document.addEventListener("keydown", onKey);
