// Links to a game, which is then shown as it is here: its moves, the position, and who plays.

import { giveRules, knownRules } from "./rules.js";

/**
 * The link by which the page shows this game; rules of one's own are in it. It has no clock, which would run while somebody only
 * looks at the position.
 */
export function linkTo({ game, position, moves, ply, players: [first, second] }, address) {
    const parts = new URLSearchParams({ game, first, second });
    if (position !== null) parts.set("position", position);
    if (moves.length > 0) parts.set("moves", moves.join(" "));
    if (ply < moves.length) parts.set("ply", String(ply));
    const rules = knownRules(game);
    if (rules) parts.set("rules", rules.text);
    return `${address.split("#")[0]}#${parts}`;
}

/**
 * Begins the game of a link: `#game=...&first=...&second=...&position=...&moves=...&ply=...`. Without players it has those of the form.
 * @param {import("./files.js").Page} page
 * @param {string} hash
 * @returns {Promise<boolean>} whether there is such a game
 */
export async function openLink(page, hash) {
    const parts = new URLSearchParams(hash.replace(/^#/, ""));
    let game = parts.get("game");
    if (game === null) return false;
    if (parts.has("rules")) {
        try {
            game = await giveRules(page, game.split("#")[0], parts.get("rules"));
        } catch (error) {
            page.tell(`The link is wrong: ${error.message}`);
            return false;
        }
    }
    const moves = (parts.get("moves") ?? "").split(" ").filter((move) => move !== "");
    const ply = parts.get("ply") ?? String(moves.length);
    if (!/^\d+$/.test(ply) || Number(ply) > moves.length) {
        page.tell(`The link is wrong: found ply ${ply.slice(0, 20)}, expected a number from 0 to ${moves.length}`);
        return false;
    }
    const begun = { game, position: parts.get("position"), moves, ply: Number(ply) };
    const players = ["first", "second"].map((side) => parts.get(side));
    if (players.some((player) => player !== null)) begun.players = players.map((player) => player ?? "person");
    return page.begin(begun);
}
