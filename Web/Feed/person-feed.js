// Follows the feed of the signed-in person, on any of their pages.

import { unreadFeedChanged, unreadFeedRestarted } from "../Notices/unread.js"
import { confirmPrincipal } from "../People/session.js"
import { tips } from "../Tips/tips.js"
import { LiveFeed } from "./live.js"

// topics: further topics that the page follows. The other options are those of LiveFeed.
export function personFeed(person, { topics = [], loadSnapshot, loadChanges, ...options }) {
  return new LiveFeed({
    ...options,
    topics: [`person/${person.id}`, ...topics],
    loadSnapshot: () => {
      tips.feedRestarted()
      unreadFeedRestarted()
      return loadSnapshot()
    },
    loadChanges: changes => {
      tips.feedChanged(changes)
      unreadFeedChanged(changes)
      return loadChanges(changes)
    },
    probe: () => confirmPrincipal(person),
  })
}
