// Puts the people who are in under their places: [{ place, people }], in the order in which places come first.
export function placesOf(people) {
  const places = new Map()
  for (const person of people) places.set(person.place, [...(places.get(person.place) ?? []), person])
  return [...places].map(([place, people]) => ({ place, people }))
}
