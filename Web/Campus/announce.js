// Asks whether to announce new data collection before it is published, and sends the announcement.

import { h } from "../Shared/dom.js"
import { post, Problem } from "../Shared/http.js"
import { dayAndTime } from "../Shared/locale.js"
import { t, tn } from "../Shared/messages.js"
import { bySite, parsePractice } from "./models/data-practices.js"
import { practiceSentence } from "./practice-words.js"

// Whether a publication or an import was refused because its data collection was not announced.
export const isUnannounced = error => error instanceof Problem && error.code === "collection-unannounced"

// error: the refusal. ask: the dialog. siteName(id): returns the name of a site. Returns a message for the person; null when they cancelled.
export async function announce(error, ask, siteName) {
  const { practices, people, holdsFrom } = error.body
  const list = h("ul.differences", {}, practices.map(practice => h("li", {}, practiceSentence(practice, siteName(parsePractice(practice).site)))))
  if (holdsFrom) {
    await ask.ask({
      title: t("People have heard of this, but not for long enough"),
      text: t("It can be published from {time} on. Until then it waits in the draft.", { time: dayAndTime(holdsFrom) }),
      content: [list], options: [{ value: "close", label: t("Close"), isPrimary: true }],
    })
    return null
  }
  const answer = await ask.ask({
    title: t("This changes what is collected"),
    text: tn("It affects {count} person, who has to hear of it seven days before. Nothing is published yet.", "It affects {count} people, who have to hear of it seven days before. Nothing is published yet.", people),
    content: [list],
    options: [{ value: "announce", label: t("Tell them now"), isPrimary: true }, { value: "not-now", label: t("Not now") }],
  })
  if (answer !== "announce") return null
  const times = []
  for (const [site, own] of bySite(practices)) times.push((await post(`/api/v1/sites/${encodeURIComponent(site)}/data-announcements`, { practices: own })).holdsFrom)
  return t("They were told. It can be published from {time} on.", { time: dayAndTime(times.sort().at(-1)) })
}
