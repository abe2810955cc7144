// Sets up an installation by the link that the server printed: the first administrator, and a campus where there is none.

import { h, icon, render } from "../Shared/dom.js"
import { get, post, Problem } from "../Shared/http.js"
import { t } from "../Shared/messages.js"
import { failure, loading } from "../Shared/placeholders.js"
import { read, write } from "../Shared/storage.js"
import { explainAccount } from "./explain-account.js"
import { forgetLinkToken, takeLinkToken } from "./link-token.js"
import { probableCurrency } from "./models/currencies.js"
import { passwordFault } from "./models/new-password.js"
import { passkeyName } from "./models/passkey-name.js"
import { campusFile, fileMistakes, keptDraft, newDraft, passkeyBody, setUpBody, Step, stepOf, wrongFields } from "./models/set-up.js"
import { explainPasskey, newPasskey, offersPasskeys } from "./passkey-acts.js"
import { PasskeyError } from "./passkeys.js"
import { loadSession } from "./session.js"
import { placeFields } from "./set-up-place.js"
import "./password-field.js"

const SET_UP = "/api/v1/set-up"
const TOKEN = "vicinity-set-up-link"
const DRAFT = "vicinity-set-up-draft"

class SetUpPage extends HTMLElement {
  #token = null
  #needsCampus = true
  #draft = null
  #password = "" // in this page only
  #isSending = false
  #abort = null
  #main = h("div.stack.set-up-page")

  connectedCallback() {
    this.#abort = new AbortController()
    addEventListener("hashchange", () => this.#begin(), { signal: this.#abort.signal })
    render(this, this.#main)
    this.#begin()
  }

  disconnectedCallback() { this.#abort.abort() }

  #begin() {
    this.#token = takeLinkToken(TOKEN)
    this.#draft ??= keptDraft(read(sessionStorage, DRAFT), newDraft(presets()))
    if (this.#token !== null) this.#look()
    else this.#showNoLink(t("This page needs the link that the server printed."))
  }

  get #isWithPasskey() { return offersPasskeys() && this.#draft.wayIn === "passkey" }

  get #link() { return { Authorization: `Bearer ${this.#token}` } }

  async #look() {
    render(this.#main, loading(t("Checking the link.")))
    try {
      this.#needsCampus = (await get(SET_UP, this.#link)).campus
      this.#show()
    } catch (error) {
      if (!this.#isOver(error)) render(this.#main, failure(explainAccount(error), () => this.#look()))
    }
  }

  // Whether the link does not work, which the page then says.
  #isOver(error) {
    if (!(error instanceof Problem) || !["link-invalid", "sign-in-required", "already-set-up"].includes(error.code)) return false
    forgetLinkToken(TOKEN)
    if (error.code === "already-set-up") this.#showDoneBefore()
    else this.#showNoLink(t("This link does not work any more. It was used, has expired, or a later link replaced it."))
    return true
  }

  #showNoLink(reason) {
    render(this.#main,
      h("h1", { tabindex: "-1" }, t("Set up this installation")),
      h("p.notice.waiting", { role: "alert" }, icon("information"), h("span", {}, reason)),
      h("p", {}, t("Start the server again: while nobody administers it, it prints a new link each time. A link works for 30 minutes.")),
      h("p", {}, t("If the set-up is done already, you can sign in.")),
      h("div.row", {}, h("a.button", { href: "/sign-in" }, t("Sign in"))))
  }

  #showDoneBefore() {
    render(this.#main,
      h("h1", { tabindex: "-1" }, t("Set up already")),
      h("p", {}, t("This server has an administrator. Sign in, or ask them for an invitation.")),
      h("div.row", {}, h("a.button.primary", { href: "/sign-in" }, t("Sign in"))))
  }

  #keep() { write(sessionStorage, DRAFT, this.#draft) }

  #show(trouble = null) {
    if (this.#draft.step === Step.you || !this.#needsCampus) this.#showYou(trouble)
    else this.#showPlace(trouble)
    if (trouble === null) this.#main.querySelector("h1").focus({ preventScroll: true })
    else this.#main.querySelector("[aria-invalid=true]")?.focus()
    scrollTo({ top: 0 })
  }

  #steps(number) {
    return this.#needsCampus && h("p.muted", {}, t("Step {number} of {count}", { number, count: 2 }))
  }

  #showYou(trouble) {
    const draft = this.#draft
    const place = troubleLine("you-trouble", trouble?.sentence)
    const name = field(draft, "name", t("Your name"), { autocomplete: "name", maxlength: 100 }, trouble)
    const signInName = field(draft, "signInName", t("E-mail or staff number"), { autocomplete: "username", autocapitalize: "none", spellcheck: "false", maxlength: 128 }, trouble, t("With this you sign in."))
    const password = h("password-field", { label: t("Password"), autocomplete: "new-password", "described-by": "password-rule" })
    const choice = h("div.stack.tight", {}, password,
      h("p.hint.muted.small", { id: "password-rule" }, t("At least 10 characters, not a common password, and without your name. Blanks are allowed.")))
    const secret = h("div")
    const showSecret = () => {
      render(place)
      render(secret, !this.#isWithPasskey && choice)
    }
    const form = h("form.panel.stack", {
      oninput: () => this.#keep(),
      onsubmit: event => {
        event.preventDefault()
        const fault = this.#isWithPasskey ? null : passwordFault(password.value, draft.signInName)
        if (fault !== null) {
          say(place, explainAccount(new Problem(422, { code: "weak-password", errors: [{ code: fault }] })))
          password.markWrong(place.id)
          return password.focusInput()
        }
        this.#password = this.#isWithPasskey ? "" : password.value
        if (!this.#needsCampus) return this.#send(place)
        draft.step = Step.place
        this.#keep()
        this.#show()
      },
    },
      name, signInName,
      offersPasskeys() && this.#waysIn(showSecret),
      secret,
      place,
      h("div.row", {}, h("button.button.primary", { type: "submit" }, this.#needsCampus ? t("Continue") : t("Finish the set-up"))))
    render(secret, !this.#isWithPasskey && choice)
    render(this.#main,
      h("h1", { tabindex: "-1" }, t("Set up this installation")),
      this.#steps(1),
      h("p", {}, t("You become the first administrator: you can invite people, pair screens, and change everything.")),
      form)
    if (trouble?.step === Step.you && trouble.fields.includes("password")) password.markWrong(place.id)
  }

  #showPlace(trouble) {
    const draft = this.#draft
    const place = troubleLine("place-trouble", trouble?.sentence)
    const content = h("div.stack")
    const changed = () => this.#keep()
    const show = trouble => render(content, draft.way === "file"
      ? this.#fileFields(trouble)
      : placeFields(draft, { field: (...rest) => field(draft, ...rest), trouble, changed }))
    const changeTo = way => {
      draft.way = way
      changed()
      render(place)
      show(null)
    }
    show(trouble)
    render(this.#main,
      h("h1", { tabindex: "-1" }, t("Your organisation")),
      this.#steps(2),
      h("form.panel.stack", {
        oninput: () => this.#keep(),
        onsubmit: event => {
          event.preventDefault()
          this.#send(place)
        },
      },
        h("fieldset.ways-to-begin", {},
          h("legend.hidden-visually", {}, t("How do you want to begin?")),
          this.#way("outline", t("Name your organisation"), t("With one site and one café. Everything else comes later."), changeTo),
          this.#way("file", t("Import a campus file"), t("A file with sites, cafés and menus that you have already."), changeTo)),
        content,
        place,
        h("div.row.apart", {},
          h("button.button", { type: "button", "data-key": "back", onclick: () => this.#back() }, t("Back")),
          h("button.button.primary", { type: "submit", "data-key": "finish" }, t("Finish the set-up")))))
  }

  #waysIn(changed) {
    const changeTo = wayIn => {
      this.#draft.wayIn = wayIn
      this.#keep()
      changed()
    }
    return h("fieldset.ways-to-begin", {},
      h("legend.way-in-title", {}, t("How do you want to sign in?")),
      this.#way("passkey", t("With a passkey"), t("This device asks for its screen lock when you finish. Nothing to remember."), changeTo, "wayIn"),
      this.#way("password", t("With a password"), t("You can add passkeys later."), changeTo, "wayIn"))
  }

  #back(trouble = null) {
    this.#draft.step = Step.you
    this.#keep()
    this.#show(trouble)
  }

  // key: of the draft, which has the choice.
  #way(value, name, words, changeTo, key = "way") {
    const input = h("input", { type: "radio", name: key, value, checked: this.#draft[key] === value, onchange: () => changeTo(value) })
    return h("label.way-to-begin", {}, input, h("span", {}, h("strong", {}, name), h("span.muted.small", {}, words)))
  }

  #fileFields(trouble) {
    const draft = this.#draft
    const chosen = h("p", { role: "status" }, draft.fileName && t("Chosen: {file}", { file: draft.fileName }))
    const input = h("input", {
      id: "campus-file", type: "file", accept: ".json,application/json", required: draft.file === "",
      onchange: async () => {
        const [file] = input.files
        if (!file) return
        draft.fileName = file.name
        draft.file = await file.text()
        this.#keep()
        render(chosen, t("Chosen: {file}", { file: file.name }))
      },
    })
    const mistakes = trouble?.mistakes ?? []
    return [
      h("div.field", {}, h("label", { for: "campus-file" }, t("Campus file")), input, h("p.hint", {}, t("A file that ends in .json."))),
      chosen,
      // In the server's own words, which are English.
      mistakes.length > 0 && h("ul.mistakes", { lang: "en", dir: "ltr" }, mistakes.map(mistake => h("li", {}, mistake))),
    ]
  }

  async #send(place) {
    if (this.#isSending) return
    const draft = this.#draft
    const file = draft.way === "file" && this.#needsCampus ? campusFile(draft.file) : null
    if (draft.way === "file" && this.#needsCampus && file === null) return say(place, t("This is no campus file. Choose a file that Vicinity or its tools have written."))
    this.#setSending(true)
    try {
      const wayIn = this.#isWithPasskey ? { passkey: await this.#makePasskey() } : { password: this.#password }
      const body = setUpBody(draft, { wayIn, language: document.documentElement.lang, campus: this.#needsCampus, file })
      await post(SET_UP, body, this.#link)
    } catch (error) {
      if (!this.#isOver(error)) this.#refused(error, place)
      return
    } finally {
      this.#setSending(false)
    }
    this.#password = ""
    forgetLinkToken(TOKEN)
    write(sessionStorage, DRAFT, null)
    await loadSession().catch(() => null)
    this.#showNext()
  }

  // As late as this, because the server waits five minutes for it.
  async #makePasskey() {
    const asked = await post(`${SET_UP}/passkey-options`, passkeyBody(this.#draft), this.#link)
    return newPasskey(asked, passkeyName(navigator.userAgent, [], t("This device")))
  }

  #setSending(isSending) {
    this.#isSending = isSending
    for (const button of this.#main.querySelectorAll("[type=submit]")) button.disabled = isSending
  }

  #refused(error, place) {
    if (error instanceof PasskeyError || /^passkey/.test(error.code)) {
      const sentence = explainPasskey(error, { isNew: true })
      return sentence && say(place, sentence)
    }
    if (!(error instanceof Problem)) return say(place, explainAccount(error))
    const step = stepOf(error)
    const mistakes = fileMistakes(error)
    const fields = error.code === "weak-password" ? ["password"] : error.code === "name-taken" ? ["signInName"] : wrongFields(error)
    const trouble = { step, fields, mistakes, sentence: this.#sentence(error, mistakes, fields) }
    if (step === Step.you) this.#back(trouble)
    else this.#show(trouble)
  }

  #sentence(error, mistakes, fields) {
    if (mistakes.length > 0) return t("The campus file has mistakes, so nothing was set up. Correct them, then choose the file again.")
    if (error.code === "invalid-request" && fields.length > 0) return t("The server does not take what the marked fields say. Change them, then try again.")
    return explainAccount(error)
  }

  #showNext() {
    const next = (sign, address, name, words) =>
      h("li", {}, h("a.next-step", { href: address }, icon(sign), h("span", {}, h("strong", {}, name), h("span.muted.small", {}, words))))
    render(this.#main,
      h("h1", { tabindex: "-1" }, t("This installation is set up")),
      h("p.notice.ready", {}, icon("check"), h("span", {}, t("You are signed in as its administrator."))),
      h("h2", {}, t("What comes next")),
      h("ul.stack", {},
        next("list", "/manage", t("Fill the menu"), t("A new café has no dishes yet. Add them with their prices and the opening hours, then publish.")),
        next("key", "/your-data", t("Make recovery codes"), t("They let you in when your device or your password is lost.")),
        next("person", "/people", t("Invite people"), t("Give colleagues an account and their roles.")),
        next("note", "/people", t("Choose who fills meal accounts"), t("Orders are paid from meal accounts. Somebody with the finance role fills them at /accounts; you give that role.")),
        next("board", "/screens", t("Pair screens"), t("Open /kitchen or /board on a screen, and approve the code that it shows.")),
        next("basket", "/order", t("Order lunch"), t("See the menu as everybody sees it."))))
    this.#main.querySelector("h1").focus({ preventScroll: true })
  }
}

// What a new draft proposes.
function presets() {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const { region } = new Intl.Locale(navigator.language).maximize()
  return { language: document.documentElement.lang, zone: timeZone ?? "", currency: probableCurrency(timeZone, region) ?? "" }
}

// A field for a line of text that writes into the draft.
function field(draft, key, label, attributes, trouble, hint = null) {
  const isWrong = trouble?.fields?.includes(key) ?? false
  const id = `set-up-${key}`
  const input = h("input", {
    id, type: "text", required: true, value: draft[key], dir: "auto", autocomplete: "off", "aria-describedby": hint && `${id}-hint`, "aria-invalid": isWrong && "true",
    oninput: () => {
      draft[key] = input.value
      input.removeAttribute("aria-invalid")
    },
    ...attributes,
  })
  return h("div.field", {}, h("label", { for: id }, label), input, hint && h("p.hint", { id: `${id}-hint` }, hint))
}

function troubleLine(id, sentence = null) {
  const line = h("p.field-error", { id, role: "alert" })
  if (sentence) say(line, sentence)
  return line
}

const say = (line, sentence) => render(line, icon("information"), h("span", {}, sentence))

customElements.define("set-up-page", SetUpPage)
