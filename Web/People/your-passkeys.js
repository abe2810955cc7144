// The person's passkeys: add, rename and remove them. show(notice, ask, failure), then reload().

import { h, icon, render } from "../Shared/dom.js"
import { get, remove } from "../Shared/http.js"
import { dayAndTime, relativeTime } from "../Shared/locale.js"
import { t } from "../Shared/messages.js"
import { passkeyName } from "./models/passkey-name.js"
import { timeSince } from "./models/time-since.js"
import { addPasskey, explainPasskey, offersPasskeys } from "./passkey-acts.js"
import { proved } from "./proof.js"
import "./passkey-name-dialog.js"

const PASSKEYS = "/api/v1/passkeys"

class YourPasskeys extends HTMLElement {
  #notice = null
  #ask = null
  #list = h("ul.sessions")
  #foot = h("div.row")
  #dialog = h("passkey-name-dialog")
  #passkeys = []
  #isBusy = false
  #turn = 0

  // notice and ask: the page's bar and dialog; failure: the node of the section's loader.
  show(notice, ask, failure) {
    this.#notice = notice
    this.#ask = ask
    render(this, h("section.panel.stack", { "aria-labelledby": "passkeys-title" },
      h("h2", { id: "passkeys-title", tabindex: "-1" }, t("Passkeys")),
      h("p", {}, t("With a passkey you sign in by the screen lock of your device: a fingerprint, your face or a PIN. Nobody can guess it, and no false page can get it. Add one on each of your devices.")),
      this.#list, this.#foot, failure), this.#dialog)
    this.#dialog.addEventListener("passkey-renamed", () => this.reload().catch(() => null))
  }

  forget() {
    this.#turn += 1
    for (const part of [this, this.#list, this.#foot]) render(part)
  }

  // Throws what http.js throws.
  async reload() {
    const turn = this.#turn
    const { passkeys, password } = await get(PASSKEYS)
    if (turn !== this.#turn) return
    this.#passkeys = passkeys
    const isLastWayIn = passkeys.length === 1 && !password
    render(this.#list, passkeys.map(passkey => this.#row(passkey, isLastWayIn)))
    render(this.#foot, offersPasskeys()
      ? h("button.button", { type: "button", "data-key": "add-passkey", onclick: () => this.#add() }, icon("plus"), t("Add a passkey"))
      : h("p.muted", {}, t("This browser cannot make passkeys at this address.")))
  }

  #row(passkey, isLastWayIn) {
    const { id, name, addedAt, usedAt, backedUp } = passkey
    const button = (key, sign, label, perform) =>
      h("button.button", { type: "button", "data-key": `${key}-${id}`, onclick: perform }, sign && icon(sign), label, h("span.hidden-visually", {}, `: ${name}`))
    return h("li.session", {},
      h("div.session-words", {},
        h("p", {}, h("strong", { dir: "auto" }, name), backedUp && h("span.leave", {}, t("synced"))),
        h("p.muted.small", {}, t("Added {time}", { time: dayAndTime(addedAt) })),
        h("p.muted.small", {}, usedAt ? t("Last used {time}", { time: usedWords(timeSince(usedAt, Date.now())) }) : t("Not used yet")),
        isLastWayIn && h("p.small", {}, t("This passkey is your only way to sign in. Add another one, or set a password, before you remove it."))),
      h("div.row", {},
        button("rename", null, t("Rename"), () => this.#dialog.open(passkey)),
        !isLastWayIn && button("remove", "close", t("Remove"), () => this.#remove(passkey))))
  }

  async #add() {
    if (this.#isBusy) return
    this.#isBusy = true
    const name = passkeyName(navigator.userAgent, this.#passkeys.map(({ name }) => name), t("This device"))
    try {
      if (await proved(() => addPasskey(name)) !== undefined) this.#say(t("The passkey “{name}” is added. From now on you can sign in with it.", { name }))
    } catch (error) {
      this.#say(explainPasskey(error, { isNew: true }))
    } finally {
      this.#isBusy = false
    }
    await this.#lookAgain()
  }

  async #remove({ id, name }) {
    const answer = await this.#ask.ask({
      title: t("Remove the passkey “{name}”?", { name }),
      text: t("Nobody can sign in with it any more. Your device may still offer it, so delete it there too. Sign-ins that are open stay open."),
      options: [{ value: "keep", label: t("Keep it"), isPrimary: true }, { value: "remove", label: t("Remove it") }],
    })
    if (answer !== "remove") return
    try {
      if (await proved(() => remove(`${PASSKEYS}/${encodeURIComponent(id)}`)) !== undefined) this.#say(t("The passkey “{name}” is removed.", { name }))
    } catch (error) {
      this.#say(explainPasskey(error))
    }
    await this.#lookAgain()
    this.querySelector("h2")?.focus({ preventScroll: true })
  }

  #say(sentence) {
    if (sentence !== null) this.#notice.show(sentence)
  }

  #lookAgain() { return this.reload().catch(() => null) }
}

const usedWords = since => (since ? relativeTime(since) : t("just now"))

customElements.define("your-passkeys", YourPasskeys)
