// Keys for a search above a list of names: the arrows go from name to name, and up from the first one back to the search.

// In the search. names: the elements of the names that are shown.
export function enterList(event, names) {
  if (event.key !== "ArrowDown" && event.key !== "Enter") return
  event.preventDefault()
  names[0]?.focus()
}

// In the list.
export function moveInList(event, names, search) {
  const index = names.indexOf(document.activeElement)
  const target = { ArrowDown: names[index + 1], ArrowUp: names[index - 1] ?? search, Home: names[0], End: names.at(-1) }[event.key]
  if (index < 0 || !target) return
  event.preventDefault()
  target.focus()
}
