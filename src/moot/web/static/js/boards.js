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

// Each by the nearest thing that has a name and its place in that: more may have come before it.
const folds = (within) => {
  const places = new Map();
  return [...within.querySelectorAll("details")].map((each) => {
    const { id } = each.parentElement.closest("[id]") ?? within;
    places.set(id, (places.get(id) ?? -1) + 1);
    return [`${id} ${places.get(id)}`, each];
  });
};

const unfolded = (old, fresh) => {
  const open = new Map(folds(old).map(([name, each]) => [name, each.open]));
  for (const [name, each] of folds(fresh)) if (open.has(name)) each.open = open.get(name);
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

// Whoever was at something is still at it, or else at what stands in its place.
const refocus = (active, fresh) => {
  const leaf = active.closest("[data-leaf]")?.dataset.leaf;
  const there = active.isConnected ? active : leaf && fresh.querySelector(`[data-leaf="${CSS.escape(leaf)}"]`);
  there?.focus({ preventScroll: true });
};

/** A part as the server now draws it; what came new in it, if it is below what is being read. */
export const showPart = (html) => {
  const fresh = parsed(html).querySelector(".part");
  const old = document.getElementById(fresh.id);
  const active = old?.contains(document.activeElement) ? document.activeElement : null;
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
  if (active) refocus(active, fresh);
  told(fresh);
  return old ? fresh.querySelector("[data-fresh]") : fresh;
};
