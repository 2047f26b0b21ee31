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

/** A picture of the engine (SVG). What it shows is said elsewhere. */
export function newPicture(svg) {
    const picture = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
    picture.setAttribute("aria-hidden", "true");
    return picture;
}

/** Saves a text as a file. */
export function saveFile(name, text) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/**
 * Copies the text of a field, and selects it, so that it can be copied by hand where the browser does not allow it.
 * @param {HTMLInputElement | HTMLTextAreaElement} field
 * @returns {Promise<boolean>} whether it was copied
 */
export async function copyText(field) {
    field.focus();
    field.select();
    try {
        await navigator.clipboard.writeText(field.value);
        return true;
    } catch {
        return false;
    }
}
