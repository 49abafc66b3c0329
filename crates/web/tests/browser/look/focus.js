// Finds errors of the focused element; `null` if nothing has the focus.
(() => {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const found = [];
  const name = `${element.tagName.toLowerCase()}${element.id ? "#" + element.id : ""}.${[...element.classList].join(".")}`;
  // The element after a radio button draws it.
  const drawn = element.type === "radio" ? element.nextElementSibling : element;
  const style = getComputedStyle(drawn);
  if (style.outlineStyle === "none" || parseFloat(style.outlineWidth) < 2) found.push(`${name} does not show that it has the focus`);
  const box = drawn.getBoundingClientRect();
  const isOutside = box.right <= 0 || box.bottom <= 0 || box.left >= innerWidth || box.top >= innerHeight;
  if (isOutside || box.width === 0) found.push(`${name} has the focus but is not visible`);
  const dialog = document.querySelector("dialog:modal, [aria-modal=true]");
  if (dialog && !dialog.contains(element)) found.push(`${name} has the focus behind a dialog`);
  return found;
})()
