// Before the first paint: the colours that were chosen on this device.
try {
  const kept = localStorage.getItem("moot:theme");
  if (kept === "light" || kept === "dark") document.documentElement.dataset.theme = kept;
} catch {
  // Without storage the system's choice holds.
}
