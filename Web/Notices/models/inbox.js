// Arranges notices for the inbox.

// Notices by day, in their order: [{ day, notices }]. dayOf: the name of the day of an instant.
export function byDay(notices, dayOf) {
  const days = []
  for (const notice of notices) {
    const day = dayOf(notice.at)
    if (days.at(-1)?.day !== day) days.push({ day, notices: [] })
    days.at(-1).notices.push(notice)
  }
  return days
}

// The tags of the notices that were unread before and are not any more: they were read, or no longer hold.
export function endedTags(before, after) {
  const unread = new Set(after.filter(({ read }) => !read).map(({ tag }) => tag))
  return before.filter(({ read, tag }) => !read && !unread.has(tag)).map(({ tag }) => tag)
}

// The same notices, with one or all of them read.
export const withRead = (notices, id = null) => notices.map(notice => (id === null || notice.id === id ? { ...notice, read: true } : notice))
