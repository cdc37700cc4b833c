// @ts-check
// Tells where the clock of this device is wrong, and when it was asleep.

const WRONG_MS = 60_000;
const TICK_MS = 1000;
const ASLEEP_MS = 8000;

/**
 * A sentence where this device has another time than Jarvis; "" where it has not.
 * @param {string} now The time of Jarvis, ISO 8601.
 */
export function clockProblem(now) {
  const behind = Date.parse(now) - Date.now();
  if (Number.isNaN(behind) || Math.abs(behind) < WRONG_MS) return "";
  const minutes = Math.round(Math.abs(behind) / 60_000);
  const far = minutes < 120 ? `${minutes} ${minutes === 1 ? "minute" : "minutes"}` : `${Math.round(minutes / 60)} hours`;
  return `The clock of this device is ${far} ${behind > 0 ? "slow" : "fast"}: times are shown wrong here. Set it to the time of the computer where Jarvis runs.`;
}

/**
 * Call something when the device has woken up from sleep.
 * @param {() => void} onAwake
 */
export function whenAwake(onAwake) {
  let tickedAt = Date.now();
  setInterval(() => {
    const now = Date.now();
    if (now - tickedAt > ASLEEP_MS && !document.hidden) onAwake();
    tickedAt = now;
  }, TICK_MS);
}
