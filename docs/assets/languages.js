// The links to other languages lead to the section at which the reader is.
for (const link of document.querySelectorAll("a[hreflang]")) {
  link.addEventListener("click", () => { link.hash = location.hash; });
}
