// Relative times as time goes on; times.py says the same. The exact time is in the reader's own time zone.

const MINUTE = 60, HOUR = 3600, DAY = 86400;

const ago = (at) => {
  const seconds = Math.floor((Date.now() - at) / 1000);
  if (seconds < 45) return "just now";
  if (seconds < 45 * MINUTE) return `${Math.max(1, Math.round(seconds / MINUTE))} min ago`;
  if (seconds < 22 * HOUR) return `${Math.max(1, Math.round(seconds / HOUR))} h ago`;
  if (seconds < 30 * DAY) return `${Math.max(1, Math.round(seconds / DAY))} d ago`;
  return at.toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" });
};

const left = (until) => {
  const minutes = Math.floor((until - Date.now()) / 60_000);
  const hours = Math.floor(minutes / 60);
  if (until <= Date.now()) return "time is up";
  if (hours >= 24) return `${Math.floor(hours / 24)} d ${hours % 24} h left`;
  if (hours) return `${hours} h ${minutes % 60} min left`;
  return minutes ? `${minutes} min left` : "less than a minute left";
};

const retold = (time) => {
  const at = new Date(time.dateTime);
  const text = "until" in time.dataset ? left(at) : ago(at);
  if (time.textContent !== text) time.textContent = text;
  time.title = at.toLocaleString(undefined, { dateStyle: "full", timeStyle: "medium" });
};

export const tellTimes = (within = document) => within.querySelectorAll("time").forEach(retold);

export const startTimes = () => {
  tellTimes();
  setInterval(() => document.hidden || tellTimes(), 20_000);
};
