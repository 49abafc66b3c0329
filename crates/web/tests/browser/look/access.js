// Finds accessibility errors: low contrast, duplicate ids, pictures neither named nor hidden, missing
// headings.
(() => {
  const found = [];
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const colours = new Map();
  const colour = (text) => {
    if (!colours.has(text)) {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = "#0000";
      canvas.fillStyle = text;
      canvas.fillRect(0, 0, 1, 1);
      const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
      colours.set(text, [red, green, blue, alpha / 255]);
    }
    return colours.get(text);
  };
  const over = (top, bottom) => {
    const alpha = top[3] + bottom[3] * (1 - top[3]);
    if (alpha === 0) return [0, 0, 0, 0];
    const part = (index) => (top[index] * top[3] + bottom[index] * bottom[3] * (1 - top[3])) / alpha;
    return [part(0), part(1), part(2), alpha];
  };
  const light = (rgb) => {
    const part = (value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * part(rgb[0]) + 0.7152 * part(rgb[1]) + 0.0722 * part(rgb[2]);
  };
  // Composites a text and its background from the inside out.
  const contrast = (element) => {
    let ink = colour(getComputedStyle(element).color);
    let ground = [0, 0, 0, 0];
    for (let outer = element; outer; outer = outer.parentElement) {
      const style = getComputedStyle(outer);
      // Text may be entirely on the lines of a pattern.
      const pattern = style.backgroundImage === "none" ? [0, 0, 0, 0] : colour(style.getPropertyValue("--p") || "#0000");
      const own = over(pattern, colour(style.backgroundColor));
      const fade = ([red, green, blue, alpha]) => [red, green, blue, alpha * Number(style.opacity)];
      [ink, ground] = [fade(over(ink, own)), fade(over(ground, own))];
    }
    const [a, b] = [light(over(ink, [255, 255, 255, 1])), light(over(ground, [255, 255, 255, 1]))];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  };
  const isSeen = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    && element.closest(".unseen, .skip, :disabled, option") === null;
  const texts = new Map();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent.trim();
    const element = walker.currentNode.parentElement;
    if (text !== "" && isSeen(element)) texts.set(element, text);
  }
  for (const field of document.querySelectorAll("input[type=text], select, textarea")) {
    if (isSeen(field)) texts.set(field, field.value);
  }
  const faint = new Map();
  for (const [element, text] of texts) {
    if (element.closest("input:disabled + span")) continue;
    const style = getComputedStyle(element);
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const has = contrast(element);
    if (has < (isLarge ? 3 : 4.5)) {
      const outer = element.closest("[class]");
      const what = `${element.tagName.toLowerCase()} in .${[...(outer?.classList ?? [])].join(".")}`;
      if (!faint.has(what) || faint.get(what).has > has) faint.set(what, { has, text });
    }
  }
  for (const [what, { has, text }] of faint) found.push(`${what} "${text.slice(0, 20)}" has a contrast of ${has.toFixed(2)}`);

  const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
  for (const id of new Set(ids.filter((id, index) => ids.indexOf(id) !== index))) found.push(`the id ${id} is used twice`);
  for (const picture of document.querySelectorAll("svg, img, canvas")) {
    const isHidden = picture.closest("[aria-hidden=true]") !== null;
    const isNamed = picture.hasAttribute("role") || picture.hasAttribute("alt");
    if (!isHidden && !isNamed) found.push(`a picture in .${picture.parentElement.className} is neither named nor hidden`);
  }
  for (const attribute of ["aria-labelledby", "aria-describedby"]) {
    for (const element of document.querySelectorAll(`[${attribute}]`)) {
      const missing = element.getAttribute(attribute).split(/\s+/).filter((id) => !document.getElementById(id));
      if (missing.length > 0) found.push(`${attribute} names ${missing}, which does not exist`);
    }
  }
  const levels = [...document.querySelectorAll("h1, h2, h3, h4")].map((heading) => Number(heading.tagName[1]));
  if (!levels.includes(1)) found.push("the page has no h1");
  if (!document.documentElement.lang) found.push("the page has no language");
  if (document.title === "") found.push("the page has no title");
  return found;
})()
