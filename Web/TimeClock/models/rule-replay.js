// What the page asks the server to replay, and what it counts.

// The address of a replay; `window` is null for the one in force.
export function replayPath({ mode, window }) {
  const query = new URLSearchParams({ mode, ...(window !== null && { window: String(window) }) })
  return `/api/v1/attendance/replay?${query}`
}

// How often decisions remind.
export const reminderCount = decisions => decisions.filter(({ reminded }) => reminded).length
