// The steps of setting up an installation, and what the page sends. No page, no network: set-up-page.js drives it.

export const Step = Object.freeze({ you: "you", place: "place" })

// What a draft holds before anything is typed. zone, currency: presets, or "".
export function newDraft({ language, zone, currency }) {
  return {
    step: Step.you, name: "", signInName: "", wayIn: "passkey", way: "outline",
    organisation: "", language, site: "", timeZone: zone, latitude: "", longitude: "", cafe: "", currency,
    fileName: "", file: "",
  }
}

// kept: what the browser stored, perhaps by another version of this page.
export function keptDraft(kept, fresh) {
  if (kept === null || typeof kept !== "object") return fresh
  const known = Object.keys(fresh).filter(key => typeof kept[key] === "string")
  // The password is never stored, so that the first step is where the person is.
  return { ...fresh, ...Object.fromEntries(known.map(key => [key, kept[key]])), step: Step.you }
}

// For whom the browser makes a passkey.
export const passkeyBody = draft => ({ name: draft.name.trim(), signInName: draft.signInName.trim() })

// The body of the request. wayIn: { password } or { passkey }; campus: whether the server needs one; file: the parsed campus
// file, for that way.
export function setUpBody(draft, { wayIn, language, campus, file }) {
  const body = { administrator: { ...passkeyBody(draft), ...wayIn, language } }
  if (!campus) return body
  if (draft.way === "file") return { ...body, campus: file }
  return {
    ...body,
    outline: {
      organisation: draft.organisation.trim(), language: draft.language, site: draft.site.trim(), timeZone: draft.timeZone,
      latitude: Number(draft.latitude), longitude: Number(draft.longitude), cafe: draft.cafe.trim(), currency: draft.currency,
    },
  }
}

// A campus file is one object of JSON. Returns it, or null.
export function campusFile(text) {
  try {
    const value = JSON.parse(text)
    return value !== null && typeof value === "object" && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

// In the request of the set-up, and in that for a passkey.
const OF_PERSON = /^\/(?:administrator|name$|signInName$)/
const FIELD = /^\/(?:(?:administrator|outline)\/(\w+)|(name|signInName))$/

// Where the person has to go after a refusal: to the step that holds the mistake.
export function stepOf(problem) {
  if (problem.code === "weak-password" || problem.code === "name-taken") return Step.you
  const pointers = (problem.body?.errors ?? []).map(({ pointer }) => pointer ?? "")
  return pointers.some(pointer => OF_PERSON.test(pointer)) ? Step.you : Step.place
}

// What the server found wrong in a campus file, in its own words.
export const fileMistakes = problem =>
  (problem.body?.errors ?? []).filter(({ pointer }) => pointer === "/campus").map(({ detail }) => detail)

// The fields that the server refused, by the names of this page.
export const wrongFields = problem =>
  (problem.body?.errors ?? []).map(({ pointer }) => fieldOf(FIELD.exec(pointer ?? ""))).filter(name => name !== undefined)

const fieldOf = found => found?.[1] ?? found?.[2]
