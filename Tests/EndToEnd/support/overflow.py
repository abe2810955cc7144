"""What a page shows beyond the place that it has for it."""

# Tells what reaches over the edge of the window, what a box cuts off or has to be moved sideways for, and text that
# sticks out of its box. A strip that is made to be moved sideways may be longer than the window.
FIND_OVERFLOW = """
() => {
  const STRIP = ".jumps ul"
  const isHidden = element => element.closest("[hidden], [inert], svg") !== null || !element.checkVisibility({ visibilityProperty: true })
  const isOnlyReadAloud = element => element.closest(".hidden-visually, .breakdown thead, .records thead") !== null
  const nameOf = element => `${element.localName}.${element.className}: ${element.textContent.trim().slice(0, 40)}`
  const found = new Set()

  const width = document.documentElement.clientWidth
  for (const element of document.body.querySelectorAll("*")) {
    if (isHidden(element) || element.closest(STRIP)) continue
    const box = element.getBoundingClientRect()
    if (box.width > 1 && (box.right > width + 1 || box.left < -1)) found.add(`over the edge: ${nameOf(element)}`)
    const { overflowX, overflowY, display } = getComputedStyle(element)
    if (display === "inline" || element.clientWidth <= 1 || element.clientHeight <= 1) continue
    if (overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1) found.add(`cut off: ${nameOf(element)}`)
    if (["hidden", "clip"].includes(overflowY) && element.scrollHeight > element.clientHeight + 1) found.add(`cut off below: ${nameOf(element)}`)
  }

  // The boxes that text is seen in: the one that breaks its lines, and those around it with a border or a ground.
  const isSeen = ({ borderInlineEndWidth, borderInlineEndStyle, backgroundColor }) =>
    (borderInlineEndStyle !== "none" && parseFloat(borderInlineEndWidth) > 0) || !/^rgba\\(.*, 0\\)$/.test(backgroundColor)
  function * boxesOf (element) {
    let isFirst = true
    for (let box = element; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box)
      if (["inline", "contents"].includes(style.display)) continue
      // What scrolls is not all within its box.
      if (style.overflowY !== "visible") return
      if (isFirst || isSeen(style)) yield box
      isFirst = false
      // What is placed by itself may lie beside its parent.
      if (["absolute", "fixed"].includes(style.position)) return
    }
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement
    if (!texts.currentNode.data.trim() || isHidden(element) || element.closest(STRIP) || isOnlyReadAloud(element)) continue
    const boxes = [...boxesOf(element)]
    range.selectNodeContents(texts.currentNode)
    for (const line of range.getClientRects()) {
      for (const box of boxes) {
        const { left, right, top, bottom } = box.getBoundingClientRect()
        // Letters may be higher than their line, by less than half of it.
        const slack = line.height / 2
        const sticksOut = line.left < left - 1 || line.right > right + 1 || line.top < top - slack || line.bottom > bottom + slack
        if (line.width > 1 && sticksOut) found.add(`text out of ${box.localName}.${box.className}: ${nameOf(element)}`)
      }
    }
  }
  return [...found]
}
"""
