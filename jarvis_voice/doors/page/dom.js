// Makes elements. Text goes in as text alone: nothing here reads HTML.

const SVG = "http://www.w3.org/2000/svg";

/** An element with attributes, `on` listeners and children; null and false are left out. */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** The same of SVG. */
export function s(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") {
      for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  element.append(...present(children));
  return element;
}

/** Children without those that are not there; their texts are shown as they are stored. */
export function present(children) {
  return children.flat().filter((one) => one !== null && one !== undefined && one !== false && one !== "")
    .map((one) => (typeof one === "string" ? inOrder(one) : one));
}

/**
 * A text without the signs that turn the order of a line round, so that it shows no other host or
 * time than it holds. The plain marks of right-to-left scripts stay.
 * @param {string} text
 */
export function inOrder(text) {
  return String(text).replace(/[\u202a-\u202e\u2066-\u2069]/g, "");
}

/** A button. */
export function button(text, listener, attributes = {}) {
  return h("button", { type: "button", ...attributes, on: { click: listener } }, text);
}

/** A button that deletes when it is pressed twice: the first time it asks. */
export function deleteButton(what, remove, word = "Delete") {
  let timer = 0;
  const own = button(word, press, { class: "quiet danger", "aria-label": `${word}: ${what}` });
  function calm() {
    clearTimeout(timer);
    timer = 0;
    own.textContent = word;
    own.setAttribute("aria-label", `${word}: ${what}`);
    own.classList.remove("armed");
  }
  function press() {
    if (timer) {
      calm();
      own.disabled = true;
      Promise.resolve(remove()).finally(() => { own.disabled = false; });
      return;
    }
    own.textContent = "For good?";
    own.setAttribute("aria-label", `${word} for good? ${what}`);
    own.classList.add("armed");
    timer = setTimeout(calm, 5000);
  }
  own.addEventListener("blur", calm);
  return own;
}
