// Games by rules of one's own.

import { element, saveFile } from "./dom.js";

/** The rules files that were given: their names and texts, by the name of the game. */
const given = new Map();

/** The rules file of a game, if it was given. */
export const knownRules = (game) => given.get(game);

/** Every rules file that was given, for an engine that knows none. */
export const allRules = () => [...given.values()];

/**
 * Makes a game of a rules file.
 * @param {import("./files.js").Page} page
 * @returns {Promise<string>} the name of the game
 */
export async function giveRules(page, name, text) {
    const game = await page.ask({ rules: { name, text } });
    if (!given.has(game.name)) page.addGame(game.name, game.about);
    given.set(game.name, { name, text });
    element("game").value = game.name;
    page.tell(`${game.name} is in the list of games.`);
    return game.name;
}

/**
 * Connects the card that makes rules of draughts.
 * @param {import("./files.js").Page} page
 */
export function connectRules(page) {
    const fields = [...element("rules_choices").elements].filter((field) => field.name !== "");
    /** The lines of a rules file for what was chosen. Empty choices are those of the game that the rules are like. */
    const write = () => {
        const chosen = fields.filter(({ value }) => value !== "");
        element("rules_text").value = chosen.map(({ name, value }) => `${name} = ${value}\n`).join("");
    };
    element("rules_choices").addEventListener("change", write);
    element("rules_use").addEventListener("click", async () => {
        element("rules_error").textContent = "";
        try {
            await giveRules(page, rulesName(), element("rules_text").value);
        } catch (error) {
            element("rules_error").textContent = error.message;
        }
    });
    element("rules_save").addEventListener("click", () => saveFile(rulesName(), element("rules_text").value));
    write();
}

function rulesName() {
    const name = element("rules_name").value.trim().replace(/\.toml$/, "") || "my-rules";
    return `${name}.toml`;
}
