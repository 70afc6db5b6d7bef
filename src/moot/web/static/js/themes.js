// The switch between light, dark and what the system says.

const KEY = "moot:theme";
const root = document.documentElement;

const show = () => {
  for (const button of document.querySelectorAll("[data-theme-choice]"))
    button.setAttribute("aria-pressed", String(button.dataset.themeChoice === (root.dataset.theme ?? "auto")));
};

const choose = (theme) => {
  if (theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = theme;
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // It holds for this page then.
  }
  show();
};

export const startThemes = () => {
  show();
  document.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-theme-choice]");
    if (button) choose(button.dataset.themeChoice);
  });
};
