// The screen stays on while the page is visible (Screen Wake Lock API of the W3C). Browsers permit it over HTTPS and on the machine itself.

/** `isWanted` is false where the screen is left to the settings of its machine. */
export function keepScreenOn(state, isWanted) {
  if (!isWanted || !isSecureContext || !navigator.wakeLock) return;
  const ask = async () => {
    if (document.visibilityState !== "visible") return;
    // Refused with a low battery, for example; asked again when the page is visible again.
    try { state.lock = await navigator.wakeLock.request("screen"); state.isAwake = true; } catch { state.isAwake = false; }
  };
  document.addEventListener("visibilitychange", ask);
  ask();
}
