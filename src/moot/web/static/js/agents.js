// The pages around the arena: the round that is played comes into view, and what is opened is read.

const showRound = () => {
  const tree = document.querySelector(".tree-scroll");
  const round = tree?.querySelector("[data-current]");
  if (round) tree.scrollLeft = Math.max(0, round.offsetLeft - tree.offsetLeft - 16);
};

// The link is followed whatever becomes of this: without scripts there is a button beside it.
const read = (link) => {
  const note = link.closest("[data-notification].unread");
  if (!note) return;
  const body = new FormData(note.querySelector("form"));
  body.set("act", "read");
  fetch("/notifications", { method: "POST", body, keepalive: true, redirect: "manual" }).catch(() => {});
};

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest(".note-text a") : null;
  if (link) read(link);
});
showRound();
