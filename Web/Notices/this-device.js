// What this device can show while no page is open, and the button that switches it on. Asks for the permission after that press
// only. Fires "channels-changed" after the server has learned of a change, and "channel-wanted" with the kind of another way.

import { emit, h, icon, render } from "../Shared/dom.js"
import { t } from "../Shared/messages.js"
import { Ability, isAppleMobile } from "./models/device-abilities.js"
import { explainNotice } from "./notice-words.js"
import { forgetRefusal, NoPushService, presentDevice, switchOff, switchOn } from "./push-device.js"

class ThisDevice extends HTMLElement {
  #server = null // { pushKey, mail, channels }
  #failure = null
  #isWaiting = false
  #turn = 0

  // server: as GET /api/v1/notices/channels answers.
  async show(server) {
    this.#server = server
    const turn = ++this.#turn
    const device = await presentDevice(server)
    if (turn === this.#turn) this.#draw(device)
  }

  #draw({ ability, channel }) {
    render(this, h("section.panel.stack", { "aria-labelledby": "this-device-title" },
      h("h2", { id: "this-device-title" }, t("This device")),
      this.#words(ability),
      this.#failure && h("div.stack", { role: "alert" },
        h("p.notice.alarm", {}, icon("information"), h("span", {}, this.#failure)), this.#otherWays()),
      this.#acts(ability, channel)))
  }

  #words(ability) {
    switch (ability) {
      case Ability.on: return state("ready", "check", t("Notices show on this device, also while no page is open."))
      case Ability.off: return [
        h("p", {}, t("Notices show on this device only while a page of Vicinity is open.")),
        h("p.muted", { id: "reason" }, t("If you switch it on, the browser asks you once for permission. You then hear that your order is ready with the page closed. You can switch it off here at any time; signing out does so too.")),
      ]
      case Ability.refused: return [
        state("waiting", "information", t("This browser does not let Vicinity show notices, because you said no earlier. You are not asked again.")),
        h("p", {}, isAppleMobile({ program: navigator.userAgent, touchPoints: navigator.maxTouchPoints })
          ? t("To change it, open Settings, then Notifications, then Vicinity, and allow notifications.")
          : t("To change it, press the sign beside the address of this page, allow notifications there, and load the page again.")),
      ]
      case Ability.homeScreen: return [
        state("waiting", "information", t("An iPhone or iPad shows notices of a website only when the site is on the Home Screen.")),
        h("ol.steps", {},
          h("li.with-icon", {}, h("span", {}, t("Press the Share button of the browser."), " ", icon("share"))),
          h("li", {}, t("Choose “Add to Home Screen”, then “Add”.")),
          h("li", {}, t("Open Vicinity from the Home Screen, sign in, and come back to this page."))),
      ]
      case Ability.oldSystem: return state("waiting", "information", t("This iPhone or iPad has no notices of websites. They came with version 16.4 of its system. Choose another way below."))
      case Ability.insecure: return state("waiting", "information", t("This page came without encryption (http), and browsers show notices only for https. Ask the person who runs the server, or choose another way below."))
      case Ability.notOffered: return state("waiting", "information", t("This server does not send notices to browsers yet. Ask the person who runs the server, or choose another way below."))
      default: return state("waiting", "information", t("This browser cannot show notices while no page is open. A private window often cannot. Choose another way below."))
    }
  }

  #acts(ability, channel) {
    switch (ability) {
      case Ability.on: return h("div.row", {},
        h("button.button", { type: "button", "data-key": "switch-off", onclick: () => this.#switchOff(channel) }, t("Switch off on this device")))
      case Ability.off: return h("div.row", {}, h("button.button.primary", {
        type: "button", "data-key": "switch-on", "aria-describedby": "reason", "aria-disabled": this.#isWaiting ? "true" : null, onclick: () => this.#switchOn(),
      }, icon("bell"), this.#isWaiting ? t("Waiting for the browser.") : t("Notify me on this device")))
      case Ability.refused: return h("div.row", {},
        h("button.button", { type: "button", "data-key": "allowed", onclick: () => this.#reload() }, t("I have allowed it")))
      default: return null
    }
  }

  #otherWays() {
    return h("div.row", {},
      this.#server.mail && this.#way("mail", t("Use e-mail instead")), this.#way("ntfy", t("Use ntfy instead")), this.#way("gotify", t("Use Gotify instead")))
  }

  #way(kind, label) {
    return h("button.button", { type: "button", "data-key": `instead-${kind}`, onclick: () => emit(this, "channel-wanted", kind) }, label)
  }

  async #switchOn() {
    if (this.#isWaiting) return
    await this.#do(() => switchOn(this.#server))
  }

  #switchOff(channel) { return this.#do(() => switchOff(channel?.id ?? null)) }

  #reload() {
    forgetRefusal()
    return this.show(this.#server)
  }

  async #do(act) {
    this.#isWaiting = true
    this.#failure = null
    await this.show(this.#server)
    try {
      await act()
    } catch (error) {
      this.#failure = error instanceof NoPushService
        ? t("The push service of this browser did not answer. Some networks block it, and some browsers have none. Try again elsewhere, or choose another way.")
        : explainNotice(error, { isPush: true })
    } finally {
      this.#isWaiting = false
    }
    await this.show(this.#server)
    emit(this, "channels-changed")
  }
}

const state = (tone, sign, words) => h(`p.notice.${tone}`, {}, icon(sign), h("span", {}, words))

customElements.define("this-device", ThisDevice)
