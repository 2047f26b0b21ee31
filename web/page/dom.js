// Elements of the page.

/** The element with this id. */
export const element = (id) => document.getElementById(id);

/** A new element with a class and a text. */
export function newElement(tag, className, text) {
    const made = document.createElement(tag);
    made.className = className;
    made.textContent = text;
    return made;
}

/** A button that says something and does something. */
export function newButton(text, onClick) {
    const button = newElement("button", "", text);
    button.type = "button";
    button.addEventListener("click", onClick);
    return button;
}
