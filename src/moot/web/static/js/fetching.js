// A model that was being fetched is here: the form that waited for it is sent.

export const startFetching = () => {
  const form = document.querySelector("form[data-awaits]");
  if (!form) return;
  const look = () => {
    if (!document.querySelector("#usual[data-arrived]")) return;
    document.body.removeEventListener("htmx:afterSettle", look);
    form.requestSubmit();
  };
  document.body.addEventListener("htmx:afterSettle", look);
};
