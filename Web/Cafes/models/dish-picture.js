// Where a picture of a dish lies: a drawing comes with the pages, a photo from the café's managers in a few sizes.

const PHOTO = /^photo-[0-9a-f]{40}$/u
const SIDES = [160, 320, 640, 1280] // pixels; the server has these

export const isPhoto = name => PHOTO.test(name ?? "")

// side: how long the picture is shown at most, in pixels of the page. Returns the attributes of an img.
export function pictureSource(name, side) {
  if (!isPhoto(name)) return { src: `/assets/images/dishes/${encodeURIComponent(name)}.svg` }
  const [once, twice] = [1, 2].map(density => `/api/v1/pictures/${name}/${SIDES.find(stored => stored >= side * density) ?? SIDES.at(-1)}`)
  return once === twice ? { src: once } : { src: once, srcset: `${once} 1x, ${twice} 2x` }
}
