// The pace of a café: { now, dayEndsAt, scopes, pauses: [{ scope, until }], delay: { minutes, until } or missing }.

// How long a pause holds, in minutes; null means until somebody resumes, at the latest until the service day ends.
export const SPANS = [null, 15, 30, 60]

// The delays to choose from, in minutes.
export const DELAYS = [0, 5, 10, 15, 20, 30, 45]

export const pauseOf = (pace, scope) => pace.pauses.find(pause => pause.scope === scope) ?? null

// The request that undoes a change. before: the pace before the change.
export function undoOf(change, before) {
  if ("delayMinutes" in change) return { delayMinutes: before.delay?.minutes ?? 0, until: before.delay?.until ?? null }
  const pause = pauseOf(before, change.scope)
  return pause ? { scope: change.scope, paused: true, until: pause.until } : { scope: change.scope, paused: false }
}

export const isNormal = pace => pace === null || (pace.pauses.length === 0 && !pace.delay)
