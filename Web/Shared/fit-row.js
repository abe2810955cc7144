// Keeps to one row what wraps otherwise: hides the children that do not fit, from the end. Returns how many are hidden.

export function fitRow(row) {
  const children = [...row.children]
  for (const child of children) child.hidden = false
  const first = children[0]?.offsetTop
  const fitting = children.findIndex(child => child.offsetTop > first)
  const shown = fitting < 0 ? children.length : fitting
  children.forEach((child, index) => { child.hidden = index >= shown })
  return children.length - shown
}
