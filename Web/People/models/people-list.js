// Finds people in a list, and decides how their account stands.

// "suspended", "able" (can sign in), "invited" or "none" (no account). Being suspended outweighs the rest.
export function accountState({ suspended, canSignIn, invited }) {
  if (suspended) return "suspended"
  if (canSignIn) return "able"
  return invited ? "invited" : "none"
}

// Makes a search over people: a function from typed words to the identifiers of those who have all words in their name,
// sign-in name or extra text. Case and accents do not matter.
// extra: returns more text of a person that the page shows, such as the roles in words.
export function peopleSearch(people, extra = () => "") {
  const texts = people.map(person => [person.id, folded([person.name, person.signInName ?? "", extra(person)].join("\n"))])
  return typed => {
    const words = folded(typed).split(/\s+/).filter(word => word !== "")
    return new Set(texts.filter(([, text]) => words.every(word => text.includes(word))).map(([id]) => id))
  }
}

const folded = text => text.normalize("NFKD").replace(/\p{Diacritic}/gu, "").toLowerCase()

// The parts of a person that differ from a form, as a change asks for them; null without a difference.
export function personChange(person, form, isSameRoles) {
  const change = {}
  for (const name of ["name", "signInName", "language"]) {
    const typed = form[name].trim()
    if (typed !== "" && typed !== (person[name] ?? "")) change[name] = typed
  }
  // Numbers and dates follow the language, unless the person reads another region's.
  if (change.language && person.locale.split("-")[0] !== change.language.split("-")[0]) change.locale = change.language
  if (!isSameRoles(person.roles, form.roles)) change.roles = form.roles
  return Object.keys(change).length === 0 ? null : change
}
