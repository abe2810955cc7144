// What a café has paused and delayed: { now, dayEndsAt, scopes, pauses: [{ scope, until }], delay: { minutes, until } or missing }.

const MINUTE = 60_000

// How long a pause holds, in minutes; null means until somebody resumes, at the latest until the service day ends.
export const SPANS = [null, 15, 30, 60]

// The delays to choose from, in minutes.
export const DELAYS = [0, 5, 10, 15, 20, 30, 45]

// The time to send, by the server's clock.
export const endOf = (span, now) => span === null ? null : new Date(Date.parse(now) + span * MINUTE).toISOString()

export const pauseOf = (pace, scope) => pace.pauses.find(pause => pause.scope === scope) ?? null

// The request that takes a change back. before: the pace before the change.
export function undoOf(change, before) {
  if ("delayMinutes" in change) return { delayMinutes: before.delay?.minutes ?? 0, until: before.delay?.until ?? null }
  const pause = pauseOf(before, change.scope)
  return pause ? { scope: change.scope, paused: true, until: pause.until } : { scope: change.scope, paused: false }
}

export const isNormal = pace => pace === null || (pace.pauses.length === 0 && !pace.delay)
