// The ways by which notices reach the person, in the order in which they are tried: each device and address with its state.
// Fires "move-wanted" with { kind, by }, "channel-wanted" with a kind, "rename-wanted" and "removal-wanted" with a channel,
// "test-wanted", "code-wanted" with a channel, and "code-entered" with { channel, code }.

import { timeSince } from "../People/models/time-since.js"
import { emit, h, icon, render } from "../Shared/dom.js"
import { relativeTime } from "../Shared/locale.js"
import { t } from "../Shared/messages.js"
import { moved } from "./models/notice-settings.js"
import { channelAdvice, channelIcon, channelKindName, channelName, channelStateName } from "./notice-words.js"

class NoticeChannels extends HTMLElement {
  // order: kinds of channels; server: as GET /api/v1/notices/channels answers; own: the id of this device's channel, or null.
  show({ order, server, own }) {
    render(this, h("section.panel.stack", { "aria-labelledby": "channels-title" },
      h("h2", { id: "channels-title", tabindex: "-1" }, t("Where notices go")),
      h("p", {}, t("Notices go out the first way that works, to all of its devices together. The next way is tried only if these fail. An open page of Vicinity always shows them.")),
      h("ol.channel-kinds", {}, order.map((kind, index) => this.#kind(kind, index, order, server, own)))))
  }

  #kind(kind, index, order, server, own) {
    const name = channelKindName(kind)
    const channels = server.channels.filter(channel => channel.kind === kind)
    const move = (by, sign, label) => h("button.button.quiet.round", {
      type: "button", "data-key": `${sign}-${kind}`, "aria-label": label, disabled: moved(order, kind, by) === order,
      onclick: () => emit(this, "move-wanted", { kind, by }),
    }, icon(sign))
    return h("li.channel-kind", {},
      h("div.channel-kind-head", {},
        h("h3.with-icon", {}, icon(channelIcon(kind)), h("span", {}, name)),
        move(-1, "up", t("Try {name} earlier", { name })),
        move(1, "down", t("Try {name} later", { name }))),
      channels.length > 0 && h("ul.channels", {}, channels.map(channel => this.#channel(channel, own))),
      channels.length === 0 && kind === "push" && h("p.muted", {}, t("No device yet. Open this page on each device that is to show notices.")),
      this.#adding(kind, name, server))
  }

  #adding(kind, name, { mail }) {
    if (kind === "push") return null
    if (kind === "mail" && !mail) return h("p.muted", {}, t("This server sends no mail."))
    return h("button.button.quiet", { type: "button", "data-key": `add-${kind}`, onclick: () => emit(this, "channel-wanted", kind) },
      icon("plus"), t("Add {name}", { name }))
  }

  #channel(channel, own) {
    const { id, state, address, since, lastProof } = channel
    const name = channelName(channel)
    const advice = channelAdvice(channel)
    const act = (what, words) => h("button.button", { type: "button", "data-key": `${what}-${id}`, onclick: () => emit(this, `${what}-wanted`, channel) },
      words, h("span.hidden-visually", { translate: "no" }, `: ${name}`))
    return h("li.channel", { id: `channel-${id}` },
      h("div.channel-words", {},
        h("p.channel-name", {},
          h("strong", { dir: "auto", translate: "no" }, name),
          h(`span.channel-state.is-${state}`, {}, icon(SIGNS[state] ?? "unknown"), channelStateName(state)),
          id === own && h("span.channel-state", {}, t("this device"))),
        address && address !== name && h("p.muted.small", {}, h("bdi", { dir: "ltr", translate: "no" }, address)),
        h("p.muted.small", {}, lastProof ? t("Last heard of: {time}", { time: ago(lastProof) }) : t("Added: {time}", { time: ago(since) })),
        advice && h("p", {}, advice),
        state === "unconfirmed" && this.#code(channel)),
      h("div.row", {},
        state !== "unconfirmed" && act("test", t("Send me one now")),
        act("rename", t("Rename")),
        act("removal", t("Remove"))))
  }

  #code(channel) {
    const field = h("input", {
      id: `code-${channel.id}`, "data-key": `code-${channel.id}`, name: "code", inputmode: "numeric", pattern: "[0-9]{6}", maxlength: 6, required: true,
      autocomplete: "one-time-code", dir: "ltr",
    })
    const submit = event => {
      event.preventDefault()
      emit(this, "code-entered", { channel, code: field.value })
    }
    return h("form.row.code-form", { onsubmit: submit },
      h("div.field", {}, h("label", { for: field.id }, t("Code of six digits")), field),
      h("button.button.primary", { type: "submit" }, t("Confirm")),
      h("button.button.quiet", { type: "button", "data-key": `again-${channel.id}`, onclick: () => emit(this, "code-wanted", channel) }, t("Send the code again")))
  }
}

const SIGNS = { working: "check", unconfirmed: "clock", doubtful: "unknown", failing: "allergen" }

function ago(instant) {
  const since = timeSince(instant, Date.now())
  return since ? relativeTime(since) : t("just now")
}

customElements.define("notice-channels", NoticeChannels)
