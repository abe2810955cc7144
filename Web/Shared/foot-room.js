// A bar at the foot of the window takes room there and covers nothing: style sheets leave --foot free. At most one is shown at a
// time. A bar is an element with the class "foot-bar" while it lies there.

const heights = new Map()
const sizes = new ResizeObserver(entries => {
  for (const { target } of entries) heights.set(target, target.classList.contains("foot-bar") ? target.offsetHeight : 0)
  tell()
})

// From now on, whenever it is shown; until leaveRoom.
export const takeRoom = bar => sizes.observe(bar)

export function leaveRoom(bar) {
  sizes.unobserve(bar)
  heights.delete(bar)
  tell()
}

const tell = () => document.documentElement.style.setProperty("--foot", `${Math.max(0, ...heights.values())}px`)
