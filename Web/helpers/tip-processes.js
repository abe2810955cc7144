// Each tab that shows tips is a process of this device, with a number that no other tab has at the time. What a tab had kept is
// taken over when nobody has its number any more.

const LAST = 15 // tabs of one person that share a browser by number
const UNSHARED = 255 // for a page that has no number yet, and browsers without locks

const lockName = (owner, process) => `vicinity-tips/${owner}/${process}`

// Answers { process, release, isGone }: isGone(other) says whether nobody has a number.
export async function takeProcess(owner) {
  if (!navigator.locks) return { process: UNSHARED, release() {}, isGone: process => process === UNSHARED }
  for (let process = 0; process <= LAST; process += 1) {
    const release = await taken(lockName(owner, process))
    if (release === null) continue
    const held = new Set((await navigator.locks.query()).held.map(({ name }) => name))
    return { process, release, isGone: other => other === process || !held.has(lockName(owner, other)) }
  }
  return { process: UNSHARED, release() {}, isGone: () => false }
}

// Answers what gives the lock back, or null when somebody has it.
function taken(name) {
  return new Promise((resolve, reject) => {
    navigator.locks.request(name, { ifAvailable: true }, lock => {
      if (lock === null) return resolve(null)
      return new Promise(release => resolve(release))
    }).catch(reject)
  })
}
