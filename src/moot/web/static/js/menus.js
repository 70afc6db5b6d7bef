// Menus that close, copies, printing, the help.

const closeMenus = (except) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) if (menu !== except) menu.open = false;
};

const copy = async (button) => {
  await navigator.clipboard.writeText(button.parentElement.querySelector("code").textContent);
  button.textContent = "Copied";
  setTimeout(() => (button.textContent = "Copy"), 1500);
};

const onClick = (event) => {
  const { target } = event;
  closeMenus(target.closest("details.menu"));
  const button = target.closest("[data-copy]");
  if (button) copy(button);
  if (target.closest("[data-help]")) document.getElementById("help").showModal();
  const print = target.closest("[data-print]");
  if (print) {
    event.preventDefault();
    if (document.querySelector(".gap")) location.assign(`${print.href}#print`);
    else window.print();
  }
};

const onKey = (event) => {
  if (event.key !== "Escape") return;
  const open = document.querySelector("details.menu[open]");
  if (!open) return;
  open.open = false;
  open.querySelector("summary").focus();
};

export const startMenus = () => {
  document.addEventListener("click", onClick);
  document.addEventListener("keydown", onKey);
  if (location.hash === "#print") window.print();
};
