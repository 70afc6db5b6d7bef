// How many notifications have not been read: told by the house while somebody looks.

const LATER = 10_000;
let source = null, again = 0;

const show = (unread) => {
  for (const count of document.querySelectorAll("[data-unread]")) {
    count.hidden = unread === 0;
    count.querySelector("[data-unread-count]").textContent = unread > 99 ? "99+" : String(unread);
  }
};

// A tab that nobody sees holds no connection: a browser has six for each house.
const follow = () => {
  clearTimeout(again);
  source?.close();
  source = null;
  if (document.hidden) return;
  source = new EventSource("/api/v1/notifications/stream");
  source.addEventListener("unread", (event) => show(JSON.parse(event.data).unread));
  source.addEventListener("error", () => {
    if (source?.readyState === EventSource.CLOSED) again = setTimeout(follow, LATER);
  });
};

follow();
document.addEventListener("visibilitychange", follow);
addEventListener("pagehide", () => source?.close());
