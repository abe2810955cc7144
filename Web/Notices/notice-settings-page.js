// How notices reach the person: this device first, then all ways in their order, which notices, quiet hours, and the lock screen.
// Every change is saved at once; what removes something can be undone for a while.

import { personFeed } from "../Feed/person-feed.js"
import { currentPerson, loadSession } from "../People/session.js"
import { h, render } from "../Shared/dom.js"
import { explain } from "../Shared/explain.js"
import { get, patch, post, put, remove, sendLeaving } from "../Shared/http.js"
import { t } from "../Shared/messages.js"
import { failure, loading } from "../Shared/placeholders.js"
import { moved } from "./models/notice-settings.js"
import { channelName, explainNotice } from "./notice-words.js"
import { CHANNELS, presentDevice, switchOff, switchOn } from "./push-device.js"
import "../Feed/link-state.js"
import "../People/account-bar.js"
import "../Shared/notice-bar.js"
import "./channel-dialog.js"
import "./lock-screen.js"
import "./notice-channels.js"
import "./notice-kinds.js"
import "./quiet-hours.js"
import "./this-device.js"

const SETTINGS = "/api/v1/notices/settings"
const OUTCOME_KNOWN_AFTER = [3_000, 12_000] // milliseconds; a call takes ten seconds at most
const UNDO_TIME = 10_000 // milliseconds, as long as the bar shows

class NoticeSettingsPage extends HTMLElement {
  #abort = null
  #feed = null
  #settings = null
  #server = null // channels, as the server answers
  #saving = Promise.resolve()
  #removals = new Map() // what is removed unless it is undone, by channel: { timer, channel }
  #turn = 0 // counts people, so that an answer for one is not shown to another
  #parts = {
    account: h("account-bar"),
    link: h("link-state"),
    main: h("div.notice-settings-main.stack"),
    device: h("this-device"),
    channels: h("notice-channels"),
    kinds: h("notice-kinds"),
    quiet: h("quiet-hours"),
    lock: h("lock-screen"),
    dialog: h("channel-dialog"),
    notice: h("notice-bar"),
  }

  connectedCallback() {
    this.#abort = new AbortController()
    const { signal } = this.#abort
    const on = (name, act) => this.addEventListener(name, ({ detail }) => act(detail), { signal })
    for (const name of ["signed-in", "signed-out"]) on(name, () => this.#begin())
    on("sign-out-failed", sentence => this.#say(sentence))
    on("settings-wanted", change => this.#change(change))
    // From where it is now: a press may come before the list shows the one before.
    on("move-wanted", ({ kind, by }) => this.#change({ order: moved(this.#settings.order, kind, by) }))
    on("quiet-hours-removed", before => this.#say(t("These quiet hours are removed."), { label: t("Undo"), perform: () => this.#change({ quietHours: before }) }))
    on("channel-wanted", kind => this.#parts.dialog.add(kind))
    on("rename-wanted", channel => this.#parts.dialog.rename(channel))
    on("removal-wanted", channel => this.#remove(channel))
    on("test-wanted", channel => this.#test(channel))
    on("code-wanted", channel => this.#sendCode(channel))
    on("code-entered", ({ channel, code }) => this.#confirm(channel, code))
    on("channels-changed", channel => this.#channelsChanged(channel))
    // Nobody can undo it any more.
    addEventListener("pagehide", () => this.#removeAll(), { signal })
    addEventListener("push-device-repaired", () => this.#reload(), { signal })
    document.addEventListener("visibilitychange", () => { if (!document.hidden && this.#server) this.#reload() }, { signal })
    const { account, link, main, dialog, notice } = this.#parts
    render(this, account, link, main, dialog, notice)
    this.#begin()
  }

  disconnectedCallback() {
    this.#removeAll()
    this.#turn += 1
    this.#abort.abort()
    this.#feed?.stop()
  }

  async #begin() {
    const turn = ++this.#turn
    this.#feed?.stop()
    this.#feed = null
    this.#settings = this.#server = null
    const { account, link, main } = this.#parts
    link.show(null)
    render(main, loading(t("Loading how notices reach you.")))
    try {
      await loadSession()
      if (turn !== this.#turn) return
      const person = currentPerson()
      account.show(person, h("a.button.quiet", { href: "/notices", "data-key": "to-notices" }, t("Notices")))
      if (!person) return render(main, account.invitation(t("How notices reach you"), t("Sign in to choose how notices reach you.")))
      await this.#load(turn)
      if (turn === this.#turn) this.#follow(person, turn)
    } catch (error) {
      if (turn === this.#turn) render(main, failure(explain(error), () => this.#begin()))
    }
  }

  async #load(turn) {
    const [settings, server] = await Promise.all([get(SETTINGS), get(CHANNELS)])
    if (turn !== this.#turn) return
    this.#settings = settings
    this.#server = server
    const { main, device, channels, kinds, quiet, lock } = this.#parts
    render(main, h("h1", { tabindex: "-1" }, t("How notices reach you")), device, channels, kinds, quiet, lock)
    await this.#show()
  }

  // A notice that has come through may have changed the state of a channel.
  #follow(person, turn) {
    this.#feed = personFeed(person, {
      isNumbered: false,
      loadSnapshot: () => this.#loadChannels(turn),
      loadChanges: changes => changes.some(({ kind }) => kind === "notice") && this.#loadChannels(turn),
      refused: () => this.#begin(),
      changed: () => this.#feed && this.#parts.link.show(this.#feed),
    })
    this.#feed.start()
  }

  async #loadChannels(turn) {
    const server = await get(CHANNELS)
    if (turn !== this.#turn || JSON.stringify(server) === JSON.stringify(this.#server)) return
    this.#server = server
    await this.#showChannels()
  }

  // Quietly: without an answer what is shown stays.
  #reload() { return this.#loadChannels(this.#turn).catch(() => null) }

  async #show() {
    this.#showSettings()
    await this.#showChannels()
  }

  #showSettings() {
    const { kinds, quiet, lock } = this.#parts
    const ways = this.#settings.order.filter(way => this.#shownChannels.some(({ kind }) => kind === way))
    kinds.show(this.#settings, ways)
    quiet.show(this.#settings)
    lock.show(this.#settings)
  }

  async #showChannels() {
    const server = { ...this.#server, channels: this.#shownChannels }
    const { device, channels } = this.#parts
    const { channel } = await presentDevice(server)
    await device.show(server)
    channels.show({ order: this.#settings.order, server, own: channel?.id ?? null })
    this.#showSettings()
  }

  get #shownChannels() { return this.#server.channels.filter(({ id }) => !this.#removals.has(id)) }

  // MARK: settings

  // Changes are saved one after the other, each with all that came before.
  #change(change) {
    this.#settings = { ...this.#settings, ...change }
    if (change.order) this.#showChannels()
    else this.#showSettings()
    const { kinds, timeZone, ...body } = this.#settings
    const turn = this.#turn
    this.#saving = this.#saving.then(() => put(SETTINGS, body)).catch(async error => {
      if (turn !== this.#turn) return
      this.#say(t("This is not saved. {reason}", { reason: explainNotice(error) }))
      this.#settings = await get(SETTINGS).catch(() => this.#settings)
      await this.#show()
    })
  }

  // MARK: channels

  async #channelsChanged(channel) {
    await this.#reload()
    if (channel?.state === "unconfirmed") this.querySelector(`[data-key="code-${CSS.escape(channel.id)}"]`)?.focus()
  }

  async #remove(channel) {
    const own = await presentDevice(this.#server)
    if (own.channel?.id === channel.id) return this.#removeThis(channel)
    this.#removeLater(channel)
  }

  // This browser can come back as it was.
  async #removeThis(channel) {
    await this.#attempt(() => switchOff(channel.id), t("{name} is removed.", { name: channelName(channel) }),
      { label: t("Undo"), perform: () => this.#attempt(() => switchOn(this.#server, channel.label || null)).then(() => this.#reload()) })
    await this.#reload()
    this.querySelector("#channels-title").focus({ preventScroll: true })
  }

  // The channel goes when nobody has undone it in time: the server cannot bring back its secrets.
  #removeLater(channel) {
    const timer = setTimeout(() => this.#finish(channel), UNDO_TIME)
    this.#removals.set(channel.id, { timer, channel })
    this.#showChannels()
    this.#say(t("{name} is removed.", { name: channelName(channel) }), { label: t("Undo"), perform: () => this.#undo(channel) })
    this.querySelector("#channels-title").focus({ preventScroll: true })
  }

  #undo({ id }) {
    clearTimeout(this.#removals.get(id)?.timer)
    this.#removals.delete(id)
    this.#showChannels()
  }

  async #finish(channel) {
    try {
      await remove(channelPath(channel))
    } catch (error) {
      this.#say(explainNotice(error))
    }
    this.#removals.delete(channel.id)
    this.#server = { ...this.#server, channels: this.#server.channels.filter(({ id }) => id !== channel.id) }
    await this.#reload()
    await this.#showChannels()
  }

  #removeAll() {
    for (const { timer, channel } of this.#removals.values()) {
      clearTimeout(timer)
      sendLeaving("DELETE", channelPath(channel))
    }
    this.#removals.clear()
  }

  async #test(channel) {
    await this.#attempt(() => post(`${channelPath(channel)}/test`, {}),
      t("Sent to {name}. It shows within a few seconds. If it does not, look at its state here.", { name: channelName(channel) }))
    for (const time of OUTCOME_KNOWN_AFTER) setTimeout(() => { if (this.isConnected) this.#reload() }, time)
  }

  async #sendCode(channel) {
    await this.#attempt(() => post(`${channelPath(channel)}/code`, {}), t("A new code is on its way. Earlier ones no longer work."))
  }

  async #confirm(channel, code) {
    await this.#attempt(() => patch(channelPath(channel), { code }), t("{name} is confirmed.", { name: channelName(channel) }))
    await this.#reload()
  }

  async #attempt(act, words = null, action = null) {
    try {
      await act()
      if (words !== null) this.#say(words, action)
    } catch (error) {
      this.#say(explainNotice(error))
    }
  }

  #say(text, action = null) { this.#parts.notice.show(text, action) }
}

const channelPath = ({ id }) => `${CHANNELS}/${encodeURIComponent(id)}`

customElements.define("notice-settings-page", NoticeSettingsPage)
