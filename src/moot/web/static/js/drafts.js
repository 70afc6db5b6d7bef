// What is being written survives a reload: kept on this device, for each debate, until it was handed in.

const key = (name) => `moot:draft:${name}`;
const FIELDS = ["content", "options", "option", "move", "title", "debate_type", "max_rounds"];

const read = (name) => {
  try {
    return JSON.parse(localStorage.getItem(key(name))) ?? {};
  } catch {
    return {};
  }
};

const keep = (form) => {
  const filled = new FormData(form);
  const texts = FIELDS.map((field) => [field, filled.get(field)]).filter(([, value]) => value);
  try {
    localStorage.setItem(key(form.dataset.draft), JSON.stringify(Object.fromEntries(texts)));
  } catch {
    // Then it does not survive a reload.
  }
};

const fill = (form, field, value) => {
  const control = form.elements[field];
  if (!control) return;
  if (control instanceof RadioNodeList) {
    if (field === "move" || !control.value) control.value = value;
  } else if (control.type === "radio") control.checked ||= control.value === value;
  else if (control.type !== "hidden" && (!control.value || control.tagName === "SELECT")) control.value = value;
};

export const restoreDrafts = (within = document) => {
  for (const form of within.querySelectorAll("form[data-draft]")) {
    const wasRefused = form.parentElement.querySelector(".refusal");
    for (const [field, value] of Object.entries(read(form.dataset.draft))) if (!wasRefused) fill(form, field, value);
    form.dispatchEvent(new Event("restored", { bubbles: true }));
  }
};

export const forgetDraft = (name) => {
  try {
    localStorage.removeItem(key(name));
  } catch {
    // There was none.
  }
};

export const startDrafts = () => {
  if (document.body.dataset.doneDraft) forgetDraft(document.body.dataset.doneDraft);
  document.addEventListener("input", ({ target }) => {
    const form = target.closest?.("form[data-draft]");
    if (form) keep(form);
  });
  document.body.addEventListener("moot:acted", () => forgetDraft(document.body.dataset.debate));
  restoreDrafts();
};
