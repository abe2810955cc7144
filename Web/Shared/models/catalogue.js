// Looks messages up in one language and fills in what they name. No page access: messages.js loads the catalogue.

// One language's messages: the English text is the key; a plural has a text for each category of Intl.PluralRules.
export class Catalogue {
  #messages
  #plurals

  constructor(language = "en", messages = {}) {
    this.language = language
    this.#messages = messages
    this.#plurals = new Intl.PluralRules(language)
  }

  text(message, values = {}) {
    const found = this.#messages[message]
    return fill(typeof found === "string" ? found : message, values, this.language)
  }

  plural(one, other, count, values = {}) {
    const forms = this.#messages[one]
    const form = typeof forms === "object" ? forms[this.#plurals.select(count)] ?? forms.other : undefined
    return fill(form ?? (count === 1 ? one : other), { count, ...values }, this.language)
  }
}

const RIGHT_TO_LEFT = ["ar", "fa", "he", "ur"]

// Which way a language is read.
export const directionOf = language => (RIGHT_TO_LEFT.includes(language.split("-")[0]) ? "rtl" : "ltr")

const RIGHT_TO_LEFT_LETTERS = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

// A name in the other direction is isolated, so that it does not turn the words around it (Unicode Standard Annex 9, section
// 2.5).
function isolated(words, language) {
  const mayTurn = directionOf(language) === "rtl" || RIGHT_TO_LEFT_LETTERS.test(words)
  return mayTurn ? `\u2068${words}\u2069` : words
}

// Numbers follow the language. A placeholder without a value stays visible, so that the mistake is seen. A value that ends
// with a full stop, such as "8:00 a. m.", replaces the sentence's own.
function fill(text, values, language) {
  return text.replace(/\{(\w+)\}(\.?)/g, (whole, name, stop) => {
    const value = values[name]
    if (value === undefined) return whole
    if (typeof value === "number") return new Intl.NumberFormat(language).format(value) + stop
    const words = String(value)
    return isolated(words, language) + (words.endsWith(".") ? "" : stop)
  })
}
