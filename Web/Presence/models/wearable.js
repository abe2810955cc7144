// What somebody enters about a new badge or phone.

const HEXADECIMAL = /^[0-9a-f]{32}$/
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

// The body of a new badge or phone, or the first field that cannot be right.
//
// kind: "beacon", "eddystone" or "phone"; values: the texts of the fields. Keys and numbers may be typed with blanks, colons
// or hyphens between the digits, as labels and settings show them.
export function newWearable(kind, values) {
  const label = values.label.trim() || null
  switch (kind) {
    case "beacon": {
      const uuid = dashed(digits(values.uuid))
      if (!UUID.test(uuid)) return { wrong: "uuid" }
      const [major, minor] = [wholeNumber(values.major), wholeNumber(values.minor)]
      if (major === null) return { wrong: "major" }
      if (minor === null) return { wrong: "minor" }
      return { body: { kind, label, uuid: uuid.toUpperCase(), major, minor } }
    }
    case "eddystone": {
      const eddystone = digits(values.eddystone)
      return HEXADECIMAL.test(eddystone) ? { body: { kind, label, eddystone } } : { wrong: "eddystone" }
    }
    default: {
      const key = digits(values.key)
      return HEXADECIMAL.test(key) ? { body: { kind, label, key } } : { wrong: "key" }
    }
  }
}

const digits = text => text.toLowerCase().replace(/[\s:-]/g, "")

const dashed = text => text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")

// The number in a text from 0 to 65535; null for any other text.
function wholeNumber(text) {
  const number = /^\s*\d{1,5}\s*$/.test(text) ? Number(text) : NaN
  return number <= 65_535 ? number : null
}
