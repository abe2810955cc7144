// What somebody enters about a new badge or phone.

const HEXADECIMAL = /^[0-9a-f]{32}$/
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

// The body of a new badge or phone, or the first field that cannot be right.
//
// kind: "beacon", "eddystone", "ephemeral" or "phone"; values: the texts of the fields. Keys and numbers may be typed with
// blanks, colons or hyphens between the digits, as labels and settings show them.
export function newWearable(kind, values) {
  const label = values.label.trim() || null
  switch (kind) {
    case "beacon": {
      const uuid = dashed(digits(values.uuid))
      if (!UUID.test(uuid)) return { wrong: "uuid" }
      const [major, minor] = [wholeNumber(values.major, 65_535), wholeNumber(values.minor, 65_535)]
      if (major === null) return { wrong: "major" }
      if (minor === null) return { wrong: "minor" }
      return { body: { kind, label, uuid: uuid.toUpperCase(), major, minor } }
    }
    case "eddystone": {
      const eddystone = digits(values.eddystone)
      return HEXADECIMAL.test(eddystone) ? { body: { kind, label, eddystone } } : { wrong: "eddystone" }
    }
    case "ephemeral": {
      const key = digits(values.key)
      const [rotationExponent, counter] = [wholeNumber(values.rotationExponent, 15), wholeNumber(values.counter, 2 ** 32 - 1)]
      if (!HEXADECIMAL.test(key)) return { wrong: "key" }
      if (rotationExponent === null) return { wrong: "rotationExponent" }
      if (counter === null) return { wrong: "counter" }
      return { body: { kind, label, key, rotationExponent, counter } }
    }
    default: {
      const key = digits(values.key)
      return HEXADECIMAL.test(key) ? { body: { kind, label, key } } : { wrong: "key" }
    }
  }
}

const digits = text => text.toLowerCase().replace(/[\s:-]/g, "")

const dashed = text => text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")

// The number in a text from 0 to a greatest one; null for any other text.
function wholeNumber(text, greatest) {
  const number = /^\s*\d{1,10}\s*$/.test(text) ? Number(text) : NaN
  return number <= greatest ? number : null
}

// The body that assigns a badge that a gateway hears.
export const heardWearable = ({ uuid, major, minor, eddystone }) =>
  (eddystone ? { kind: "eddystone", eddystone } : { kind: "beacon", uuid, major, minor })

// The body that assigns a wearable once more after it was taken away, from what the server shows of it; null for a key, which
// it never shows.
export function sameWearable({ kind, label, shown }) {
  switch (kind) {
    case "beacon": {
      const [uuid, major, minor] = shown.split(" ")
      return { kind, label, uuid, major: Number(major), minor: Number(minor) }
    }
    case "eddystone": return { kind, label, eddystone: shown }
    default: return null
  }
}
