// The language links, which the server has written: marks the page's language, and keeps the rest of the address in each link.
// Fires "language-chosen".

class LanguageMenu extends HTMLElement {
  connectedCallback() {
    for (const link of this.querySelectorAll("a[hreflang]")) {
      if (link.hreflang === document.documentElement.lang) link.setAttribute("aria-current", "true")
      link.addEventListener("click", LanguageMenu.#keepAddress)
    }
  }

  disconnectedCallback() {
    for (const link of this.querySelectorAll("a[hreflang]")) link.removeEventListener("click", LanguageMenu.#keepAddress)
  }

  static #keepAddress({ currentTarget: link }) {
    const address = new URL(location.href)
    address.searchParams.set("lang", link.hreflang)
    link.href = address
    link.dispatchEvent(new CustomEvent("language-chosen", { bubbles: true }))
  }
}

customElements.define("language-menu", LanguageMenu)
