// A board: parts that are drawn anew in place. What did not change inside a part stays as it is, with what was unfolded
// in it; a card that was face down turns over.
import { parsed, say } from "./page.js";
import { tellTimes } from "./times.js";

const board = () => document.getElementById("board");
const leaves = (within) => [...within.querySelectorAll("[data-leaf]")];
const SPOKEN = { up: "has turned over", lapsed: "did not speak", down: "has spoken" };

const kept = (old, fresh) => {
  const before = new Map(leaves(old).map((leaf) => [leaf.dataset.leaf, leaf]));
  for (const leaf of leaves(fresh)) {
    const known = before.get(leaf.dataset.leaf);
    if (known?.dataset.face === leaf.dataset.face) leaf.replaceWith(known);
    else changed(known, leaf);
  }
};

const changed = (known, leaf) => {
  const was = known?.classList.contains("face-down"), is = leaf.classList.contains("face-up");
  leaf.classList.add(was && is ? "turned" : "arrived");
  leaf.dataset.fresh = "";
};

const unfolded = (old, fresh) => {
  const open = [...old.querySelectorAll("details")].map((each) => each.open);
  const now = [...fresh.querySelectorAll("details")];
  if (open.length === now.length) now.forEach((each, place) => (each.open = open[place]));
};

const placed = (fresh) => {
  const after = [...board().querySelectorAll(".part")].filter((each) => Number(each.dataset.place) < Number(fresh.dataset.place));
  if (after.length) after.at(-1).after(fresh);
  else board().prepend(fresh);
};

const told = (fresh) => {
  const news = [...fresh.querySelectorAll("[data-fresh][data-face]")];
  const heading = fresh.querySelector("h2")?.textContent.replace(/\s+/g, " ").trim() ?? "";
  const one = news.length === 1 && SPOKEN[news[0].dataset.face.split("-")[0]];
  say(one ? `${news[0].querySelector("h3").textContent.trim()} ${one}.` : `${heading} has changed.`);
};

/** A part as the server now draws it; what came new in it, if it is below what is being read. */
export const showPart = (html) => {
  const fresh = parsed(html).querySelector(".part");
  const old = document.getElementById(fresh.id);
  const focused = old?.contains(document.activeElement) ? document.activeElement.closest("[data-leaf]")?.dataset.leaf : null;
  if (old) {
    unfolded(old, fresh);
    kept(old, fresh);
    old.replaceWith(fresh);
  } else {
    fresh.classList.add("arrived");
    placed(fresh);
  }
  window.htmx?.process(fresh);
  tellTimes(fresh);
  if (focused) fresh.querySelector(`[data-leaf="${focused}"]`)?.focus({ preventScroll: true });
  told(fresh);
  return old ? fresh.querySelector("[data-fresh]") : fresh;
};
