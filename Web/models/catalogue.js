// Looks messages up in one language and fills in what they name. No page access: helpers/messages.js loads the catalogue.

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

// Numbers are written the language's way; a name nobody gave stays visible, so that a slip is seen and not hidden.
// A value that ends with a full stop, as "8:00 a. m." does, takes the place of the sentence's own.
function fill(text, values, language) {
  return text.replace(/\{(\w+)\}(\.?)/g, (whole, name, stop) => {
    const value = values[name]
    if (value === undefined) return whole
    const words = typeof value === "number" ? new Intl.NumberFormat(language).format(value) : String(value)
    return words.endsWith(".") ? words : words + stop
  })
}
