// What the numbers of a gateway mean, for the page of gateways.

const RIGHT = 2 // seconds that a clock may be wrong without harm
const CLEARLY_STRONGER = 10 // dB
const LOW_DELAY = 5 // reports that wait although the server answers

// Whether a clock is right; null while it is unknown. seconds: how far it is ahead; below zero behind.
export function clockState(seconds) {
  if (seconds === undefined) return null
  if (Math.abs(seconds) < RIGHT) return "right"
  return seconds > 0 ? "ahead" : "behind"
}

// Whether reports wait that should have been sent.
export const isCatchingUp = health => (health?.queued ?? 0) > LOW_DELAY

// Whether somebody should look at a gateway that is set up.
export const needsAttention = ({ state, clockAheadSeconds, health }) =>
  state === "silent" || state === "deaf" || (state === "live" && (isCatchingUp(health) || !["right", null].includes(clockState(clockAheadSeconds))))

// The gateways that need attention first; otherwise in the order of the campus.
export const byAttention = gateways => [...gateways.filter(needsAttention), ...gateways.filter(gateway => !needsAttention(gateway))]

// A beacon's identity as people compare it with the print on a badge.
export function beaconName({ uuid, major, minor, eddystone }) {
  if (eddystone) return `${eddystone.slice(0, 20)} ${eddystone.slice(20)}`
  return `${uuid} ${major} ${minor}`
}

// Orders the same beacons by strength, so that a row moves only for a beacon that is clearly stronger than the one before it:
// strengths change each second, and a row must not move away under a finger.
// previous: the names in the order in which they are shown; beacons: as unknownBeacons returns them.
export function steadyOrder(previous, beacons) {
  const place = new Map(previous.map((name, index) => [name, index]))
  const ordered = beacons.filter(({ name }) => place.has(name)).sort((one, other) => place.get(one.name) - place.get(other.name))
  // The strongest new one first, each before the first that is weaker.
  for (const beacon of beacons.filter(({ name }) => !place.has(name))) {
    const index = ordered.findIndex(other => strength(other) < strength(beacon))
    ordered.splice(index < 0 ? ordered.length : index, 0, beacon)
  }
  for (let index = 1; index < ordered.length; index++) {
    for (let up = index; up > 0 && strength(ordered[up]) >= strength(ordered[up - 1]) + CLEARLY_STRONGER; up--) {
      [ordered[up - 1], ordered[up]] = [ordered[up], ordered[up - 1]]
    }
  }
  return ordered
}

const strength = ({ rssi }) => rssi ?? -128

// gateways: as GET /api/v1/gateways lists them. Returns their unknown beacons, the strongest first: [{ name, rssi, count,
// place }]. One that several gateways hear is listed once, where it is strongest.
export function unknownBeacons(gateways) {
  const found = new Map()
  for (const { unknown, spotName } of gateways) {
    for (const beacon of unknown) {
      const name = beaconName(beacon)
      const other = found.get(name)
      if (!other || strength(beacon) > strength(other)) found.set(name, { ...beacon, name, place: spotName })
    }
  }
  return [...found.values()].sort((one, other) => strength(other) - strength(one))
}

// How many unknown beacons there are: those that are listed, and those that a gateway only counts.
export const unknownCount = gateways =>
  gateways.reduce((sum, gateway) => sum + gateway.unknownCount - gateway.unknown.length, unknownBeacons(gateways).length)
