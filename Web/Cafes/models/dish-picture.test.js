import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { isPhoto, pictureSource } from "./dish-picture.js"

const PHOTO = `photo-${"0a".repeat(20)}`

describe("the picture of a dish", () => {
  it("is a drawing of the pages, or a photo by its name", () => {
    assert.deepEqual(pictureSource("soup", 96), { src: "/assets/images/dishes/soup.svg" })
    assert.deepEqual(pictureSource("../x", 96), { src: "/assets/images/dishes/..%2Fx.svg" })
    assert.equal(isPhoto(PHOTO), true)
    for (const name of [undefined, "photo", "photo-1", `${PHOTO}0`]) assert.equal(isPhoto(name), false)
  })

  it("comes in the smallest size that is sharp", () => {
    assert.deepEqual(pictureSource(PHOTO, 96), { src: `/api/v1/pictures/${PHOTO}/160`, srcset: `/api/v1/pictures/${PHOTO}/160 1x, /api/v1/pictures/${PHOTO}/320 2x` })
    assert.deepEqual(pictureSource(PHOTO, 640), { src: `/api/v1/pictures/${PHOTO}/640`, srcset: `/api/v1/pictures/${PHOTO}/640 1x, /api/v1/pictures/${PHOTO}/1280 2x` })
    assert.deepEqual(pictureSource(PHOTO, 900), { src: `/api/v1/pictures/${PHOTO}/1280` })
  })
})
