// Words that are being said: they grow where the seat has its place, and go when its line comes. They are said aloud
// once, not word by word.
import { say } from "./page.js";

const spoken = new Map();

const place = (role) => document.querySelector(`[data-slot="${CSS.escape(role)}"]`) ?? document.getElementById("speaking");

const begun = ({ role, name, tone }) => {
  const card = document.getElementById("speaks").content.firstElementChild.cloneNode(true);
  card.classList.add(`tone-${tone}`);
  card.querySelector(".seat").textContent = name;
  spoken.set(role, card);
  say(`${name} is speaking.`);
  return card;
};

/** Shows what somebody has said so far; of what is sealed, only how much. */
export const showDraft = (data) => {
  const words = JSON.parse(data), at = place(words.role);
  if (!at) return;
  const card = spoken.get(words.role) ?? begun(words);
  card.querySelector(".speaks-words").textContent = words.text ?? "";
  card.querySelector(".speaks-how").textContent =
    words.text === null ? `is writing under seal, ${words.length} characters so far` : "is speaking";
  if (card.parentElement !== at) at.append(card);
};

/** Takes away the words of those who no longer have the floor. */
export const hush = (waiting) => {
  for (const [role, card] of spoken) {
    if (waiting.includes(role) && (card.isConnected || place(role))) continue;
    card.remove();
    spoken.delete(role);
  }
};

/** Takes the words of one seat away: its line has come. */
export const hushOne = (role) => {
  spoken.get(role)?.remove();
  spoken.delete(role);
};

/** Puts growing words back where they belong after a part was drawn anew. */
export const settle = () => {
  for (const [role, card] of spoken) if (!card.isConnected) place(role)?.append(card);
};
