// Where the person is signed in, with buttons that end one sign-in or all others. show(ask, notice), then reload().

import { h, icon, render } from "../Shared/dom.js"
import { get, remove } from "../Shared/http.js"
import { dayAndTime, relativeTime } from "../Shared/locale.js"
import { t } from "../Shared/messages.js"
import { explainPeople } from "./explain-people.js"
import { timeSince } from "./models/time-since.js"
import { methodName } from "./security-words.js"

const SESSIONS = "/api/v1/sessions"

class YourSessions extends HTMLElement {
  #notice = null
  #list = h("ul.sessions")
  #foot = h("div.row")
  #turn = 0

  // notice: the page's bar; failure: the node of the section's loader.
  show(notice, failure) {
    this.#notice = notice
    render(this, h("section.panel.stack", { "aria-labelledby": "sessions-title" },
      h("h2", { id: "sessions-title", tabindex: "-1" }, t("Where you are signed in")),
      h("p", {}, t("Each sign-in ends by itself after two weeks. End one that you do not know, and change your password.")),
      this.#list, this.#foot, failure))
  }

  forget() {
    this.#turn += 1
    render(this)
    render(this.#list)
    render(this.#foot)
  }

  // Throws what http.js throws.
  async reload() {
    const turn = this.#turn
    const { sessions } = await get(SESSIONS)
    if (turn !== this.#turn) return
    const ordered = sessions.toSorted((left, right) => Number(right.present) - Number(left.present))
    render(this.#list, ordered.map(session => this.#row(session)))
    render(this.#foot, sessions.some(({ present }) => !present) && h("button.button", {
      type: "button", "data-key": "end-others", onclick: () => this.#end(SESSIONS, t("You are signed out everywhere else.")),
    }, t("End all others")))
  }

  #row({ id, method, program, address, openedAt, usedAt, present }) {
    const since = timeSince(usedAt, Date.now())
    return h("li.session", {},
      h("div.session-words", {},
        h("p", {}, h("strong", {}, program || t("Unknown program")), present && h("span.leave.is-on", {}, t("this one"))),
        h("p.muted.small", {}, t("Signed in {method}, {time}", { method: methodName(method), time: dayAndTime(openedAt) })),
        h("p.muted.small", {}, address ? t("From {address}; last used {time}", { address, time: usedWords(since) }) : t("Last used {time}", { time: usedWords(since) }))),
      !present && h("button.button", { type: "button", "data-key": `end-${id}`, onclick: () => this.#end(`${SESSIONS}/${encodeURIComponent(id)}`, t("This sign-in has ended.")) },
        icon("close"), t("End"), h("span.hidden-visually", {}, `: ${program}`)))
  }

  async #end(path, words) {
    try {
      await remove(path)
      this.#notice.show(words)
    } catch (error) {
      this.#notice.show(explainPeople(error))
    }
    await this.reload().catch(() => null)
    this.querySelector("h2")?.focus({ preventScroll: true })
  }
}

const usedWords = since => (since ? relativeTime(since) : t("just now"))

customElements.define("your-sessions", YourSessions)
