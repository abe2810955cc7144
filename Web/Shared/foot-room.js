// Reserves room for a bar at the foot of the window, so that it covers nothing: style sheets leave --foot free. Only bars with
// the class "foot-bar" count, and at most one shows at a time.

const heights = new Map()
const sizes = new ResizeObserver(entries => {
  for (const { target } of entries) heights.set(target, target.classList.contains("foot-bar") ? target.offsetHeight : 0)
  tell()
})

// Reserves room whenever the bar shows, until leaveRoom.
export const takeRoom = bar => sizes.observe(bar)

export function leaveRoom(bar) {
  sizes.unobserve(bar)
  heights.delete(bar)
  tell()
}

const tell = () => document.documentElement.style.setProperty("--foot", `${Math.max(0, ...heights.values())}px`)
