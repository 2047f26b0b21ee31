// The engine as the page sees it.

/** Plays games in a worker. */
export class Engine {
    #worker;
    #waiting = new Map();
    #number = 0;

    /**
     * @param {Worker} worker
     * @param {WebAssembly.Module} module
     */
    constructor(worker, module) {
        this.#worker = worker;
        this.#worker.onmessage = ({ data }) => this.#settle(data);
        this.#worker.onerror = (event) => this.#fail(event.message ?? "the engine cannot start");
        this.#worker.postMessage({ module });
    }

    /**
     * Carries out a command of the game.
     * @param {object | string} command
     * @returns {Promise<object>} what is to be shown
     */
    play(command) {
        const number = this.#number++;
        return new Promise((done, fail) => {
            this.#waiting.set(number, { done, fail });
            this.#worker.postMessage({ number, command });
        });
    }

    #settle({ number, state, failure }) {
        const waiting = this.#waiting.get(number);
        this.#waiting.delete(number);
        if (failure !== undefined) {
            waiting?.fail(new Error(failure));
        } else if (state?.error !== undefined) {
            waiting?.fail(new Error(state.error));
        } else {
            waiting?.done(state);
        }
    }

    #fail(reason) {
        for (const { fail } of this.#waiting.values()) fail(new Error(reason));
        this.#waiting.clear();
    }
}
