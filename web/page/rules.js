// Games with custom rules (rules files).

import { element, saveFile } from "./dom.js";

/** The loaded rules files, with name and text, by the name of the game. */
const given = new Map();

/** The rules file of a game, if one was loaded. */
export const knownRules = (game) => given.get(game);

/** All loaded rules files, for a restarted engine. */
export const allRules = () => [...given.values()];

/**
 * Loads a rules file as a game.
 * @param {import("./files.js").Page} page
 * @returns {Promise<string>} the name of the game
 */
export async function giveRules(page, name, text) {
    const game = await page.ask({ rules: { name, text } });
    if (!given.has(game.name)) page.addGame(game);
    given.set(game.name, { name, text });
    element("game").value = game.name;
    page.tell(`${game.name} is in the list of games.`);
    return game.name;
}

/**
 * Connects the form for custom draughts rules.
 * @param {import("./files.js").Page} page
 */
export function connectRules(page) {
    const fields = [...element("rules_choices").elements].filter((field) => field.name !== "");
    /** Writes the rules file for the form. An empty choice keeps the rule of the base game. */
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
