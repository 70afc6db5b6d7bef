// What is being written survives a reload: kept on this device, for each debate, until it was handed in.

const key = (name) => `moot:draft:${name}`;
const NOT_KEPT = new Set(["form_mark", "client_request_id", "debate_id", "seat", "target_id", "confirm", "format", "type", "act"]);

const read = (name) => {
  try {
    return JSON.parse(localStorage.getItem(key(name))) ?? {};
  } catch {
    return {};
  }
};

const keep = (form) => {
  const filled = new FormData(form);
  const texts = [...filled].filter(([field, value]) => !NOT_KEPT.has(field) && typeof value === "string" && value);
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
    if (field === "move" || field.startsWith("sheet") || !control.value) control.value = value;
  } else if (control.type === "radio" || control.type === "checkbox") control.checked ||= control.value === value;
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
