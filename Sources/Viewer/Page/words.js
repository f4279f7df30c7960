// States in words, as the page's chips and the picture of the glasses show them.

import {length} from "./ink.js";

// Codes as words; the way may be too short for a heading while the wearer walks.
export const reasonWords = code => code === "no-motion" ? "not enough motion yet" : code.replaceAll("-", " ");
export const because = reasons => reasons?.length ? ` (${reasons.map(reasonWords).join(", ")})` : "";

export const localizationWords = ({state, reasons, is_pinned}) => `${state}${because(reasons)}${is_pinned ? ", heading held by hand" : ""}`;
export const trackingWords = ({state, reasons}) => `tracking ${state}${because(reasons)}`;
export const sceneWords = ({state, reason}) => `scene ${state}${reason ? `: ${reasonWords(reason)}` : ""}`;

/** What labels, arrows and marks wait for. */
export function pendingWords(pending) {
  const now = value => Number.isFinite(value) ? value.toFixed(0) : "?";
  return `labels wait: heading ± ${now(pending.heading_sigma_deg)}° of ${now(pending.heading_limit_deg)}°, ` +
    `place ± ${now(pending.horizontal_accuracy)} m of ${now(pending.radius_limit)} m`;
}

/** "simulated" or "replayed" where the daemon plays a session in place of its sensors; null for sensors. */
export function playedWord(status) {
  const played = status?.sources?.map(source => source.name).find(name => /^(simulate|replay) /.test(name));
  return played ? played.startsWith("simulate") ? "simulated" : "replayed" : null;
}
