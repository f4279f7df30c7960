// The screen stays on while the page is visible (Screen Wake Lock API of the W3C). Browsers permit it over HTTPS; on the wearer's own
// machine the screen is left to its settings.

export function keepScreenOn(state) {
  if (location.protocol !== "https:" || !isSecureContext || !navigator.wakeLock) return;
  const ask = async () => {
    if (document.visibilityState !== "visible") return;
    // Refused with a low battery, for example; asked again when the page is visible again.
    try { state.lock = await navigator.wakeLock.request("screen"); state.isAwake = true; } catch { state.isAwake = false; }
  };
  document.addEventListener("visibilitychange", ask);
  ask();
}
