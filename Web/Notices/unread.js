// How many notices the signed-in person has not read, for the bell on each of their pages.

import { currentPerson, followPrincipal } from "../People/session.js"
import { get } from "../Shared/http.js"

const NOTICES = "/api/v1/notices"

let count = null // null while it is not known
let person = null // whose notices are counted
let isFresh = false // whether the count was loaded with the page, so that the feed's first start needs no other look
const followers = new Set()

// follower: called with the number, or null while it is not known, at once and after each change.
export function followUnread(follower) {
  followers.add(follower)
  follower(count)
  return () => followers.delete(follower)
}

export function unreadIs(number) {
  if (number === count) return
  count = number
  for (const follower of followers) follower(count)
}

// The feed of the person starts, and may have missed something before.
export function unreadFeedRestarted() {
  if (isFresh) isFresh = false
  else look()
}

// changes: of the person's topic.
export function unreadFeedChanged(changes) {
  const last = changes.findLast(({ kind }) => kind === "notice")
  if (Number.isInteger(last?.body?.unread)) unreadIs(last.body.unread)
}

// Quietly: without an answer the number stays.
async function look() {
  const asked = person
  const answer = await get(NOTICES).catch(() => null)
  if (answer && asked === person) unreadIs(answer.unread)
}

followPrincipal(() => {
  const present = currentPerson()?.id ?? null
  if (present === person) return
  person = present
  isFresh = present !== null
  unreadIs(null)
  if (present !== null) look()
})
