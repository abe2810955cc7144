// Brings the mistakes of a check to the fields that they are about.

// The mistakes below a place, with pointers seen from it.
export const below = (mistakes, place) => mistakes
  .filter(({ pointer }) => pointer === place || pointer.startsWith(`${place}/`))
  .map(mistake => ({ ...mistake, pointer: mistake.pointer.slice(place.length) }))

// The field that a mistake belongs to: the longest pointer that leads to it; null when there is none.
export function fieldOf(pointer, fields) {
  const leading = fields.filter(field => pointer === field || pointer.startsWith(`${field}/`))
  return leading.sort((left, right) => right.length - left.length)[0] ?? null
}
