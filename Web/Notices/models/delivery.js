// How one way of delivery is, from its numbers.

const MANY_WAITING = 10 // notices that wait when nothing is wrong are few
const LARGE_SHARE = 0.1 // of what was tried

// channel: { waiting, handedOver, failed }. Returns "unused", "failing", "behind" or "working".
export function health({ waiting, handedOver, failed }) {
  if (waiting + handedOver + failed === 0) return "unused"
  if (failed > LARGE_SHARE * (handedOver + failed)) return "failing"
  return waiting >= MANY_WAITING ? "behind" : "working"
}
