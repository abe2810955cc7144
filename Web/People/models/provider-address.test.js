import assert from "node:assert/strict"
import { test } from "node:test"
import { providerAddress } from "./provider-address.js"

test("the address says where to go afterwards, and whether to show once more who one is", () => {
  assert.equal(providerAddress("/sign-in/provider", null), "/sign-in/provider")
  assert.equal(providerAddress("/sign-in/provider", "/order?cafe=a&b=c"), "/sign-in/provider?next=%2Forder%3Fcafe%3Da%26b%3Dc")
  assert.equal(providerAddress("/sign-in/provider", "/people", { again: true }), "/sign-in/provider?next=%2Fpeople&again=1")
})
