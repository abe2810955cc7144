// Tests the services that the server calls. Has a button for each service and printer, and shows each result in words with the
// code that the documentation explains.

import { stateWords } from "../Cafes/kitchen-printers.js"
import { failureName } from "../Notices/notice-words.js"
import { h, icon, render } from "../Shared/dom.js"
import { explain } from "../Shared/explain.js"
import { post } from "../Shared/http.js"
import { clockTime } from "../Shared/locale.js"
import { t } from "../Shared/messages.js"

const SERVICES = ["push", "mail", "ntfy", "gotify", "sign-in", "payments"]

class ServiceTrials extends HTMLElement {
  // printers: { cafe, cafeName, id, name }, of all cafés.
  show(printers) {
    const rows = [
      ...SERVICES.map(service => this.#row(service, serviceName(service), serviceHint(service), () => tryService(service))),
      ...printers.map(({ cafe, cafeName, id, name }) => this.#row(`printer-${cafe}-${id}`, t("Printer {printer}, {cafe}", { printer: name, cafe: cafeName }), t("A test page comes out of it."), () => tryPrinter(cafe, id, name))),
    ]
    render(this, h("section.panel.stack", { "aria-labelledby": "trials-title" },
      h("h2", { id: "trials-title" }, t("Try the connections")),
      h("p.hint", {}, t("Notices and mails of a trial come to you alone, and no money moves.")),
      h("ul.trials", {}, rows)))
  }

  #row(key, name, hint, act) {
    const result = h("div.trial-result", { role: "status" })
    const button = h("button.button", { type: "button", "data-key": `try-${key}` }, t("Try"), h("span.hidden-visually", {}, `: ${name}`))
    button.onclick = async () => {
      if (button.getAttribute("aria-disabled") === "true") return
      button.setAttribute("aria-disabled", "true")
      render(result, h("p.muted", {}, t("Trying …")))
      const lines = await act().catch(error => [{ isGood: false, words: explain(error) }])
      button.removeAttribute("aria-disabled")
      render(result, lines.map(line), h("p.muted.small", {}, t("Tried at {time}", { time: clockTime(new Date().toISOString()) })))
    }
    return h("li", {}, h("div.trial-words", {}, h("strong", {}, name), h("p.muted.small", {}, hint)), button, result)
  }
}

// A service that is not configured is not a failure.
const isMissing = code => /-not-configured$/u.test(code) || code === "no-own-channel"
const kindOf = ({ isGood, code }) => (isGood ? "trial-good" : isMissing(code ?? "") ? "trial-missing" : "field-error")
const line = result => {
  const { isGood, words, code, detail } = result
  return h(`p.${kindOf(result)}`, {}, icon(isGood ? "check" : "information"),
    h("span", {}, words, code && !words.includes(code) && [" ", h("bdi.muted.small", { dir: "ltr", translate: "no" }, code)]),
    detail && h("span.muted.small.trial-detail", { lang: "en", dir: "ltr" }, detail))
}

async function tryService(service) {
  const { trials } = await post("/api/v1/organisation/trials", { service })
  return trials.map(({ name, code, detail }) => (code
    ? { isGood: false, words: name ? t("{name}: {reason}", { name, reason: reasonOf(code) }) : reasonOf(code), code, detail }
    : { isGood: true, words: goodWords(service, name ?? t("This browser or phone")) }))
}

async function tryPrinter(cafe, id, name) {
  const { state, isPrinted } = await post(`/api/v1/cafes/${encodeURIComponent(cafe)}/printers/${encodeURIComponent(id)}/test-pages`)
  return [isPrinted ? { isGood: true, words: t("The page is on paper.") } : { isGood: false, words: stateWords({ state, name }), code: state }]
}

function serviceName(service) {
  switch (service) {
    case "push": return t("Pushes to browsers and phones")
    case "mail": return t("Mail")
    case "ntfy": return "ntfy"
    case "gotify": return "Gotify"
    case "sign-in": return t("Sign-in provider")
    default: return t("Payment provider")
  }
}

function serviceHint(service) {
  switch (service) {
    case "push": return t("A push goes to each of your own browsers and phones.")
    case "mail": return t("A mail goes to your own confirmed address.")
    case "ntfy":
    case "gotify": return t("A notice goes to your own channel.")
    case "sign-in": return t("Its description and its keys are fetched.")
    default: return t("It is asked whether it accepts the key of this server.")
  }
}

function goodWords(service, name) {
  switch (service) {
    case "push": return t("{name}: the push service took it. It has to appear there in a moment.", { name })
    case "mail": return t("{name}: the mail server took the mail. Look whether it arrives.", { name })
    case "ntfy":
    case "gotify": return t("{name}: it was taken.", { name })
    case "sign-in": return t("{name} answers, and its keys can be read.", { name })
    default: return t("{name} accepts the key.", { name })
  }
}

function reasonOf(code) {
  switch (code) {
    case "mail-not-configured": return t("No mail server is set. Set --mail-server, and start the server again.")
    case "push-not-configured": return t("Pushes are not set up. Set --notice-contact, and start the server again.")
    case "sign-in-not-configured": return t("No sign-in provider is set. People sign in with a password or a passkey.")
    case "payments-not-configured": return t("No payment provider is set. People pay from their meal account.")
    case "no-own-channel": return t("You have none of these yourself. Add one on the page of your notices, then try again.")
    case "payments-unreachable": return t("The payment provider cannot be reached.")
    case "payments-refused": return t("The payment provider refuses this server. Check its secret key.")
    case "payments-malformed": return t("The answer of the payment provider cannot be read.")
    default: return failureName(code)
  }
}

customElements.define("service-trials", ServiceTrials)
