// Final acts are held for a second: with a pointer, a finger, or Space or Enter. A screen reader's click, which
// cannot be held, must be given twice.

const HOLD = 1000, AGAIN = 5000;
let held = null;

const label = (button) => button.querySelector(".hold-how");

const submit = (button) => {
  const form = button.form;
  const confirmed = form.querySelector("[data-held]");
  confirmed.disabled = false;
  form.querySelector(`[data-act="${button.dataset.hold}"]`).click();
  confirmed.disabled = true;
};

const begin = (button, how) => {
  if (held) return;
  button.classList.remove("again");
  button.classList.add("holding");
  held = { button, how, timer: setTimeout(() => finish(), HOLD) };
};

const cancel = (how) => {
  if (!held || (how && held.how !== how)) return;
  const { button, timer } = held;
  clearTimeout(timer);
  held = null;
  button.classList.remove("holding");
};

const finish = () => {
  const { button } = held;
  cancel();
  button.classList.add("done");
  submit(button);
  setTimeout(() => button.classList.remove("done"), HOLD);
};

const clicked = (button) => {
  if (button.classList.contains("again")) {
    button.classList.remove("again");
    submit(button);
    return;
  }
  button.classList.add("again");
  const told = label(button).textContent;
  label(button).textContent = "press once more to confirm";
  setTimeout(() => {
    button.classList.remove("again");
    label(button).textContent = told;
  }, AGAIN);
};

const holder = (event) => (event.target instanceof Element ? event.target.closest("[data-hold]") : null);

const onPointer = (event) => {
  const button = holder(event);
  if (button && event.isPrimary && event.button === 0) begin(button, "pointer");
};

const isPress = (event) => event.key === " " || event.key === "Enter";

const onKeyDown = (event) => {
  if (event.key === "Escape") cancel();
  const button = holder(event);
  if (!button || !isPress(event)) return;
  event.preventDefault();
  if (!event.repeat) begin(button, "key");
};

const onKeyUp = (event) => {
  if (isPress(event)) {
    if (holder(event)) event.preventDefault();
    cancel("key");
  }
};

// A click that no press went before comes from a screen reader or a voice.
const onClick = (event) => {
  const button = holder(event);
  if (button && event.detail === 0 && !event.pointerType) clicked(button);
};

export const holding = () => held !== null;

export const startHolds = () => {
  document.addEventListener("pointerdown", onPointer);
  for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, () => cancel("pointer"));
  document.addEventListener("pointerout", (event) => {
    const button = holder(event);
    if (button && !button.contains(event.relatedTarget)) cancel("pointer");
  });
  document.addEventListener("contextmenu", (event) => holder(event) && event.preventDefault());
  document.addEventListener("keydown", onKeyDown);
  document.addEventListener("keyup", onKeyUp);
  document.addEventListener("focusout", () => cancel("key"));
  document.addEventListener("click", onClick);
};
