// The list of the moves.

import { element, newButton, newElement } from "./dom.js";

/**
 * Shows the moves of a state.
 * @param {(ply: number) => void} goTo
 */
export function showMoves(state, goTo) {
    const { moves, ply } = state.snapshot;
    // A game may begin with the second side.
    const shift = (state.turn + ply) % 2;
    const items = [];
    moves.forEach((text, index) => {
        const isSecond = (index + shift) % 2 === 1;
        if (!isSecond || index === 0) items.push(newElement("li", "number", `${Math.floor((index + shift) / 2) + 1}.`));
        if (isSecond && index === 0) items.push(newElement("li", "gap", ""));
        const item = newElement("li", index < ply ? "move" : "undone", "");
        const button = newButton(text, () => goTo(index + 1));
        if (index === ply - 1) button.setAttribute("aria-current", "true");
        item.append(button);
        items.push(item);
    });
    const list = element("moves");
    list.replaceChildren(...items);
    const current = list.querySelector("[aria-current]");
    list.scrollTop = current ? current.offsetTop - list.clientHeight / 2 : 0;
    for (const [id, isThere] of [["to_start", ply > 0], ["back", ply > 0], ["forward", ply < moves.length], ["to_end", ply < moves.length]]) {
        element(id).disabled = !isThere;
    }
}
