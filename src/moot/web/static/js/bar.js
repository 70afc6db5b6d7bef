// The action bar: drawn anew when the debate moves on, but never under somebody's hands.
import { restoreDrafts } from "./drafts.js";
import { holding } from "./hold.js";
import { parsed, say } from "./page.js";
import { tellTimes } from "./times.js";

const bar = () => document.getElementById("bar");
const words = (within) => within.querySelector('textarea[name="content"]') ?? within.querySelector("textarea");
const size = (text) => new TextEncoder().encode(text).length;

let waiting = null;

const isBusy = (old) => {
  const active = document.activeElement;
  const writes = old.contains(active) && active.matches("textarea, input:not([type=hidden], [type=radio])") && active.value.trim() !== "";
  return writes || holding() || old.querySelector(".htmx-request") !== null || old.classList.contains("htmx-request");
};

// On a phone reading comes first: what one can do is one touch away.
const fold = (within) => {
  const folded = within?.querySelector(".fold");
  if (!folded || !matchMedia("(max-width: 56rem)").matches) return;
  folded.open = Boolean(words(folded)?.value || within.querySelector(".refusal, input:checked:not([name=move], [name^=sheet])"));
};

const place = (fresh) => {
  const old = bar();
  const text = words(old)?.value ?? "";
  const focused = old.contains(document.activeElement);
  old.replaceWith(fresh);
  window.htmx?.process(fresh);
  if (words(fresh) && !words(fresh).value) words(fresh).value = text;
  restoreDrafts(fresh);
  if (!focused) fold(fresh);
  if (focused) (words(fresh) ?? fresh.querySelector("button, a"))?.focus();
  waiting = null;
};

const offer = (fresh) => {
  waiting = fresh;
  if (bar().querySelector(".moved-on")) return;
  const note = parsed(
    '<p class="moved-on" role="status">The debate has moved on. <button type="button">Show what I can do now</button></p>',
  ).firstElementChild;
  note.querySelector("button").addEventListener("click", () => waiting && place(waiting));
  bar().prepend(note);
};

const settled = () => {
  waiting = null;
  bar().querySelector(".moved-on")?.remove();
};

/** State and bar as the server now draws them; what was drawn earlier than what is shown came too late. */
export const showNow = (html) => {
  const news = parsed(html);
  const state = news.querySelector("#state"), shown = document.getElementById("state");
  const fresh = news.querySelector("#bar");
  if (Number(state.dataset.line) < Number(shown.dataset.line)) return;
  state.removeAttribute("hx-swap-oob");
  shown.replaceWith(state);
  document.title = state.dataset.title;
  if (fresh.dataset.shape === bar().dataset.shape) settled();
  else if (isBusy(bar())) offer(fresh);
  else place(fresh);
};

const countBytes = (text) => {
  const told = text.form?.querySelector("[data-bytes]");
  if (!told) return;
  const used = size(text.value), limit = Number(text.dataset.limit);
  told.hidden = used < limit * 0.7;
  told.textContent = `${(used / 1024).toFixed(1)} of ${limit / 1024} KiB`;
  told.classList.toggle("over", used > limit);
};

const refused = (message) => {
  const form = bar()?.querySelector("form");
  if (!form) return;
  bar().querySelector(".refusal")?.remove();
  const note = parsed('<div class="refusal" role="alert"><p></p></div>').firstElementChild;
  note.firstElementChild.textContent = message;
  form.before(note);
};

const swapped = ({ detail }) => {
  if (detail.target?.id !== "bar" && detail.elt?.id !== "bar") return;
  const now = bar();
  if (now?.querySelector(".refusal")) words(now)?.focus();
  const state = document.getElementById("state");
  if (state) document.title = state.dataset.title;
  tellTimes(document);
};

const fitDock = () => {
  const dock = document.querySelector(".dock");
  if (!dock) return;
  new ResizeObserver(() => {
    document.documentElement.style.setProperty("--dock", `${dock.offsetHeight}px`);
  }).observe(dock);
};

export const startBar = () => {
  const onText = ({ target }) => {
    for (const text of target.closest("form")?.querySelectorAll("[data-limit]") ?? []) countBytes(text);
  };
  document.addEventListener("input", onText);
  document.addEventListener("restored", onText);
  document.querySelectorAll("[data-limit]").forEach(countBytes);
  document.body.addEventListener("htmx:afterSettle", swapped);
  document.body.addEventListener("htmx:sendError", () =>
    refused("The server did not answer. Your text is kept: send it again, it cannot act twice."));
  document.body.addEventListener("htmx:responseError", ({ detail }) => {
    if (detail.xhr.status !== 422 && detail.xhr.status !== 401)
      refused("The server could not do this now. Your text is kept: send it again.");
  });
  document.body.addEventListener("moot:acted", () => say("Done."));
  fold(bar());
  fitDock();
};
