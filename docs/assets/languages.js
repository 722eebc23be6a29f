// Links to other languages open the section that the reader has in the address.
for (const link of document.querySelectorAll("a[hreflang]")) {
  link.addEventListener("click", () => { link.hash = location.hash; });
}
