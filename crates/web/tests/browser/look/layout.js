// Finds elements that are off the screen, overlap others, or are cut off.
(() => {
  const found = [];
  const name = (element) => {
    const classes = [...element.classList].join(".");
    const text = (element.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 20);
    return `${element.tagName.toLowerCase()}${element.id ? "#" + element.id : ""}${classes ? "." + classes : ""} "${text}"`;
  };
  const scrolls = (element) => element && (getComputedStyle(element).overflowX !== "visible" || scrolls(element.parentElement));
  const isFixed = (element) => element.closest(".overlay, .curtain") !== null;
  if (document.documentElement.scrollWidth > WIDTH) {
    found.push(`the page is ${document.documentElement.scrollWidth} wide`);
    for (const element of document.body.querySelectorAll("*")) {
      const inner = element.parentElement;
      if (element.getBoundingClientRect().right > WIDTH + 1 && !scrolls(inner) && !element.closest(".unseen, .skip")) {
        found.push(`${name(element)} ends at ${Math.round(element.getBoundingClientRect().right)}`);
      }
    }
  }
  const panels = [...document.querySelectorAll(".top, .hero, .card, .board, .below > *, .panel, .sheet, .banner")]
    .filter((panel) => !isFixed(panel) && panel.getClientRects().length > 0);
  panels.forEach((one, index) => {
    for (const other of panels.slice(index + 1)) {
      if (one.contains(other) || other.contains(one)) continue;
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 1 && down > 1) found.push(`${name(one)} overlaps ${name(other)}`);
    }
  });
  for (const element of document.querySelectorAll("button, .chip, .square, .mark, .segments span")) {
    if (element.scrollWidth > element.clientWidth + 1) found.push(`${name(element)} is cut off`);
  }
  for (const panel of document.querySelectorAll(".panel")) {
    if (panel.scrollWidth > panel.clientWidth + 1) found.push(`${name(panel)} must be scrolled sideways`);
  }
  return found;
})()
