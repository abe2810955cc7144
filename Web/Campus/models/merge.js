// Joins two changes of one JSON text, so that two people who edit at once both keep what they did.
//
// Objects are joined member by member. Lists of things with an id are joined thing by thing; the order is theirs, unless only mine
// moved. Anything else is one value. Where both changed the same value differently, mine stays, and its place is a clash.

export function merge(base, mine, theirs) {
  const clashes = []
  return { merged: join(base, mine, theirs, "", clashes), clashes }
}

// What a change does at some places alone: the base with the values that the part has there. paths: as the clashes of merge().
export const onlyAt = (base, part, paths) => paths.reduce((made, path) => take(made, part, path.split("/").slice(1)), base)

function take(base, part, [name, ...rest]) {
  if (name === undefined) return part
  if (isObject(base) && isObject(part)) {
    const value = take(base[name], part[name], rest)
    const { [name]: _, ...others } = base
    return value === undefined ? others : { ...base, [name]: value }
  }
  if (!Array.isArray(base) || !Array.isArray(part)) return part
  const [mine, theirs] = [base, part].map(list => list.find(thing => idOf(thing) === name))
  const value = take(mine, theirs, rest)
  if (value === undefined) return base.filter(thing => thing !== mine)
  return mine === undefined ? [...base, value] : base.map(thing => (thing === mine ? value : thing))
}

export const isEqual = (left, right) => {
  if (left === right) return true
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false
  if (Array.isArray(left) !== Array.isArray(right)) return false
  const names = Object.keys(left)
  return names.length === Object.keys(right).length && names.every(name => Object.hasOwn(right, name) && isEqual(left[name], right[name]))
}

function join(base, mine, theirs, path, clashes) {
  if (isEqual(mine, theirs) || isEqual(base, theirs)) return mine
  if (isEqual(base, mine)) return theirs
  if (isObject(mine) && isObject(theirs)) return joinObjects(isObject(base) ? base : {}, mine, theirs, path, clashes)
  if (isList(mine) && isList(theirs)) return joinLists(isList(base) ? base : [], mine, theirs, path, clashes)
  clashes.push(path)
  return mine
}

function joinObjects(base, mine, theirs, path, clashes) {
  const joined = {}
  for (const name of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const value = join(base[name], mine[name], theirs[name], `${path}/${name}`, clashes)
    if (value !== undefined) joined[name] = value
  }
  return joined
}

function joinLists(base, mine, theirs, path, clashes) {
  const [before, own, other] = [base, mine, theirs].map(list => new Map(list.map(thing => [idOf(thing), thing])))
  const hasMoved = !isEqual(order(mine, before), order(base, own))
  const ids = hasMoved ? withOthers(mine, theirs) : withOthers(theirs, mine)
  const joined = []
  for (const id of ids) {
    const value = join(before.get(id), own.get(id), other.get(id), `${path}/${id}`, clashes)
    if (value !== undefined) joined.push(value)
  }
  return joined
}

// The ids that a list shares with another, in the list's order.
const order = (list, others) => list.map(idOf).filter(id => others.has(id))

// The ids of one list, with those that only the other has after the one that they follow there.
function withOthers(list, others) {
  const ids = list.map(idOf)
  others.map(idOf).forEach((id, index, all) => {
    if (ids.includes(id)) return
    const before = all.slice(0, index).findLast(earlier => ids.includes(earlier))
    ids.splice(before === undefined ? 0 : ids.indexOf(before) + 1, 0, id)
  })
  return ids
}

const idOf = thing => (typeof thing === "string" ? thing : thing.id)
const isObject = value => typeof value === "object" && value !== null && !Array.isArray(value)
// A list of things that can be told apart: with ids, or names of such things.
const isList = value => Array.isArray(value) && value.every(thing => typeof thing === "string" || typeof thing?.id === "string")
  && new Set(value.map(idOf)).size === value.length
