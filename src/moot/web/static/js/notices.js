// How many notifications have not been read: asked for now and then while somebody looks.

const EVERY = 30_000;

const show = (unread) => {
  for (const count of document.querySelectorAll("[data-unread]")) {
    count.hidden = unread === 0;
    count.querySelector("[data-unread-count]").textContent = unread > 99 ? "99+" : String(unread);
  }
};

const ask = async () => {
  if (document.hidden) return;
  const answer = await fetch("/notifications/unread", { redirect: "manual" }).catch(() => null);
  if (answer?.status === 200) show((await answer.json()).unread);
};

ask();
setInterval(ask, EVERY);
document.addEventListener("visibilitychange", ask);
document.addEventListener("moot:grew", ask);
