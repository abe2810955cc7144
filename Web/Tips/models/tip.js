// A tip as data, checked before it is shown. Mistakes are reported, never repaired by a guess.
//
//   { id, title, message?, image?, imageText?, actions?: [{ id?, label } or { id }], style?, body?, language? }
//
// Texts are already in the reader's language; `language` names it if it is not the page's language. An image is the
// name of one of the icons, or the address of a picture of our own ("/assets/…"). `style` is one of STYLES. `body` is a
// tree of elements that takes the place of the style's own layout (TD21); an action without a label is for such a tree,
// and no button of a style:
//
//   { kind: "stack", axis?: "vertical" | "horizontal", spacing?: "none" | "small" | "medium" | "large", alignment?, children }
//   { kind: "text", text, role?: "title" | "message" | "caption" }
//   { kind: "image", image, label?, size?: "small" | "medium" | "large" | "fill" }
//   { kind: "button", label, action } or { kind: "button", label?, closes: true }
//   { kind: "tapArea", child, label?, action } or with closes: true; without a label, words in the child name it
//   { kind: "overlay", child, over, alignment? }

const STYLES = ["mini", "hero picture", "banner"]
export const EDGES = ["top", "bottom", "leading", "trailing"]

const ALIGNMENTS = ["start", "center", "end", "stretch"]
const CORNERS = ["topStart", "topEnd", "bottomStart", "bottomEnd", "center"]
const SPACINGS = ["none", "small", "medium", "large"]
const ROLES = ["title", "message", "caption"]
const SIZES = ["small", "medium", "large", "fill"]
const MOST_ACTIONS = 4
const MOST_ELEMENTS = 64
const MOST_LEVELS = 8

class Refusal extends Error {}

// Returns { tip, problems }: the tip is null when it cannot be shown at all; problems are sentences for its author.
export function readTip(data, icons) {
  if (!isObject(data) || !isText(data.id)) return { tip: null, problems: ["A tip has no id."] }
  const problems = []
  const tell = problem => problems.push(`Tip ${data.id}: ${problem}`)
  if (!isText(data.title)) {
    tell("it has no title.")
    return { tip: null, problems }
  }
  const tip = {
    id: data.id,
    title: data.title,
    message: optional(data.message, isText, () => tell("its message is not a text.")),
    image: optional(data.image, image => isImage(image, icons), () => tell(`its image “${data.image}” is neither an icon nor a picture of ours.`)),
    imageText: optional(data.imageText, isText, () => tell("the words for its image are not a text.")),
    language: optional(data.language, isLanguage, () => tell(`“${data.language}” is no language.`)),
    actions: readActions(data.actions, tell),
    style: optional(data.style, style => STYLES.includes(style), () => tell(`there is no style “${data.style}”.`)) ?? STYLES[0],
    body: null,
  }
  tip.body = readBody(data.body, tip, icons, tell)
  return { tip, problems }
}

// An action without an id gets its index as one (T105). An action that only the tip's own elements run has an id and no label.
function readActions(actions, tell) {
  if (actions === undefined || actions === null) return []
  const isRight = Array.isArray(actions) && actions.length <= MOST_ELEMENTS
    && actions.every(action => isText(action?.label) || isUnlabelled(action)) && actions.filter(action => !isUnlabelled(action)).length <= MOST_ACTIONS
  if (!isRight) {
    tell(`its actions are not a list of at most ${MOST_ACTIONS} with a label each.`)
    return []
  }
  const read = actions.map(({ id, label }, index) => ({ id: isText(id) ? id : String(index), label: label ?? null }))
  if (new Set(read.map(({ id }) => id)).size === read.length) return read
  tell("two of its actions have the same id.")
  return []
}

const isUnlabelled = action => isText(action?.id) && (action.label === undefined || action.label === null)

// An invalid tree is left out whole, and the style's own layout is shown. If a picture is missing, only the picture is
// left out.
function readBody(body, tip, icons, tell) {
  if (body === undefined || body === null) return null
  try {
    return element(body, { tip, icons, tell, level: 1, count: { left: MOST_ELEMENTS }, isInTapArea: false })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    tell(`its elements are not shown: ${error.message}`)
    return null
  }
}

// Null for a missing picture.
function element(data, place) {
  place.count.left -= 1
  if (place.count.left < 0) throw new Refusal(`there are more than ${MOST_ELEMENTS}.`)
  if (place.level > MOST_LEVELS) throw new Refusal(`they are nested deeper than ${MOST_LEVELS} levels.`)
  const read = Object.hasOwn(READERS, data?.kind) ? READERS[data.kind] : null
  if (!read) throw new Refusal(`“${data?.kind}” is no kind of element.`)
  const members = read(data, { ...place, level: place.level + 1 })
  // An overlay without its picture becomes its other element.
  return members && { kind: data.kind, ...members }
}

const READERS = {
  stack(data, place) {
    if (!Array.isArray(data.children)) throw new Refusal("a stack has no children.")
    const children = data.children.map(child => element(child, place)).filter(child => child !== null)
    // A stack without children is empty room, which cannot replace pictures.
    if (children.length === 0 && data.children.length > 0) return null
    return {
      axis: oneOf(data.axis, ["vertical", "horizontal"], "vertical", "axis"),
      spacing: oneOf(data.spacing, SPACINGS, "small", "spacing"),
      alignment: oneOf(data.alignment, ALIGNMENTS, "start", "alignment"),
      children,
    }
  },
  text(data) {
    if (!isText(data.text)) throw new Refusal("a text is empty.")
    return { text: data.text, role: oneOf(data.role, ROLES, "message", "role") }
  },
  image(data, { icons, tell }) {
    if (!isImage(data.image, icons)) {
      tell(`the image “${data.image}” of its elements is neither an icon nor a picture of ours.`)
      return null
    }
    return { image: data.image, label: isText(data.label) ? data.label : null, size: oneOf(data.size, SIZES, "medium", "size") }
  },
  button(data, place) {
    if (place.isInTapArea) throw new Refusal("a button is inside a tap area.")
    const target = readTarget(data, place)
    if (!target.closes && !isText(data.label)) throw new Refusal("a button has no label.")
    return { ...target, label: isText(data.label) ? data.label : null }
  },
  tapArea(data, place) {
    if (place.isInTapArea) throw new Refusal("a tap area is inside another.")
    const child = element(data.child, { ...place, isInTapArea: true })
    const label = isText(data.label) ? data.label : null
    const target = readTarget(data, place)
    // A close control has the page's own label.
    if (label === null && !target.closes && !hasWords(child)) throw new Refusal("a tap area has neither a label nor words.")
    return { ...target, label, isNamed: label !== null || hasWords(child), child }
  },
  overlay(data, place) {
    const alignment = oneOf(data.alignment, CORNERS, "topEnd", "alignment")
    const child = element(data.child, place)
    // An area without its picture keeps the words above it, which can be tapped.
    const isWithoutPicture = child?.kind === "tapArea" && child.child === null
    const over = element(data.over, isWithoutPicture ? { ...place, isInTapArea: true } : place)
    if (!over || !child) return over ?? child
    return isWithoutPicture ? { ...child, child: over } : { alignment, child, over }
  },
}

// Whether an element has words for a screen reader.
function hasWords(element) {
  if (element === null) return false
  const { kind, label, children = [], child = null, over = null } = element
  return kind === "text" || Boolean(label) || [...children, child, over].some(hasWords)
}

// What a control does: it closes the tip, or runs one of its actions.
function readTarget({ closes, action }, { tip }) {
  if (closes === true) return { closes: true, action: null }
  if (!tip.actions.some(({ id }) => id === action)) throw new Refusal(`there is no action “${action}”.`)
  return { closes: false, action }
}

function oneOf(value, values, usual, name) {
  if (value === undefined || value === null) return usual
  if (!values.includes(value)) throw new Refusal(`“${value}” is no ${name}.`)
  return value
}

function optional(value, isRight, tell) {
  if (value === undefined || value === null) return null
  if (isRight(value)) return value
  tell()
  return null
}

// Whether an image is a picture with an address, and not an icon.
export const isPicture = image => image.startsWith("/")

const isObject = value => typeof value === "object" && value !== null
const isText = value => typeof value === "string" && value.trim() !== ""
const isLanguage = value => typeof value === "string" && /^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/.test(value)
// Only addresses on this host and inside the folder.
const isImage = (image, icons) =>
  isText(image) && (Object.hasOwn(icons, image) || (/^\/assets\/[\w./-]+$/.test(image) && !image.includes("..")))
