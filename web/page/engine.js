// The engine as the page sees it.

/** Plays games in a worker. */
export class Engine {
    #newWorker;
    #module;
    #worker;
    #waiting = new Map();
    #number = 0;
    /** The address that the worker asks for while it searches: when it is gone, the search ends. */
    #running = null;
    /** Whether the worker can ask for such addresses, which depends on the browser and on where the page comes from. */
    #canAsk = false;
    #hasFailed = false;

    /**
     * @param {WebAssembly.Module} module
     * @param {() => Worker} newWorker
     */
    constructor(module, newWorker) {
        this.#newWorker = newWorker;
        this.#module = module;
        this.#begin();
    }

    /** Whether the engine has ended by a fault of its own, and has to be restarted. */
    get hasFailed() {
        return this.#hasFailed;
    }

    /** Starts another engine, which knows nothing of the game. */
    restart() {
        this.#worker.terminate();
        this.#fail("");
        this.#begin();
    }

    /** Whether a command has not been answered yet. */
    get isBusy() {
        return this.#waiting.size > 0;
    }

    /**
     * Carries out a command of the game.
     * @param {object | string} command
     * @param {(progress: object) => void} [onProgress] hears what the command has found while it runs
     * @returns {Promise<object>} what is to be shown
     */
    play(command, onProgress = () => {}) {
        const number = this.#number++;
        this.#running ??= newAddress();
        return new Promise((done, fail) => {
            this.#waiting.set(number, { done, fail, onProgress });
            this.#worker.postMessage({ number, command, running: this.#running });
        });
    }

    /**
     * Ends the running search. Where the worker cannot be told, it is ended, and another one started, which knows nothing of the
     * game.
     * @returns {boolean} whether the game is still there
     */
    stop() {
        if (this.#canAsk) {
            URL.revokeObjectURL(this.#running);
            this.#running = null;
            return true;
        }
        this.restart();
        return false;
    }

    #begin() {
        this.#hasFailed = false;
        this.#worker = this.#newWorker();
        this.#worker.onmessage = ({ data }) => this.#settle(data);
        this.#worker.onerror = (event) => this.#fail(event.message ?? "the engine cannot start");
        this.#worker.postMessage({ module: this.#module, running: newAddress() });
    }

    #settle({ number, state, failure, canAsk, progress }) {
        if (canAsk !== undefined) {
            this.#canAsk = canAsk;
            return;
        }
        const waiting = this.#waiting.get(number);
        if (progress !== undefined) {
            waiting?.onProgress(progress);
            return;
        }
        this.#waiting.delete(number);
        this.#hasFailed ||= failure !== undefined;
        const reason = failure ?? state.error;
        if (reason === undefined) waiting?.done(state);
        else waiting?.fail(new Error(reason));
    }

    #fail(reason) {
        for (const { fail } of this.#waiting.values()) fail(new Error(reason));
        this.#waiting.clear();
    }
}

const newAddress = () => URL.createObjectURL(new Blob([""]));
