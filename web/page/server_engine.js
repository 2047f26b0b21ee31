// The engine of `kempelen web`, over HTTP.

/** Milliseconds between two tries while the server is busy, and the maximum number of tries. */
const PAUSE = 250;
const MOST_TRIES = 40;

const HAS_ENDED = "The program has ended. Start kempelen web again, and open the address that it writes.";

/** A session of the server, with the methods of `Engine`. */
export class ServerEngine {
    #site;
    /** The address of the session of this page: a promise, and null if there is none yet. */
    #tab = null;
    /** The address after it has come. */
    #address = null;
    /** Ends the requests of commands that wait for their answers. */
    #requests = new AbortController();
    /** Settled when the last command is answered. */
    #last = Promise.resolve();
    #waiting = 0;
    #number = 0;
    #hasFailed = false;
    #hasEnded = false;

    /** @param {string} site the path of the page */
    constructor(site) {
        this.#site = site;
        // If the page comes back, its next command finds that the session is gone.
        addEventListener("pagehide", () => this.#tellClosed());
    }

    /** Whether the session has crashed or was closed by the server, and must be restarted. */
    get hasFailed() {
        return this.#hasFailed;
    }

    /** Whether the server is gone. */
    get hasEnded() {
        return this.#hasEnded;
    }

    /** Starts another session, which knows nothing of the game. */
    restart() {
        this.#requests.abort();
        this.#requests = new AbortController();
        this.#close();
        this.#last = Promise.resolve();
        this.#hasFailed = false;
    }

    /** Whether a command has not been answered yet. */
    get isBusy() {
        return this.#waiting > 0;
    }

    /**
     * Carries out a command of the game.
     * @param {object | string} command
     * @param {(progress: object) => void} [onProgress] hears what the command has found while it runs
     * @returns {Promise<object>} what is to be shown
     */
    play(command, onProgress = () => {}) {
        const number = ++this.#number;
        const { signal } = this.#requests;
        this.#waiting++;
        const answer = this.#last.then(() => this.#send(number, command, onProgress, signal)).finally(() => this.#waiting--);
        this.#last = answer.catch(() => {});
        return answer;
    }

    /**
     * Ends the running search, and those of the commands that wait.
     * @returns {boolean} whether the game is still there: it always is
     */
    stop() {
        if (this.#address !== null) this.#post(`${this.#address}/stop/${this.#number}`).catch(() => {});
        return true;
    }

    async #send(number, command, onProgress, signal) {
        // After a restart nobody waits for it.
        if (signal.aborted) throw new Error("");
        this.#tab ??= this.#open();
        const address = await this.#tab;
        const response = await this.#post(`${address}/command/${number}`, JSON.stringify(command), signal);
        let answer;
        try {
            for await (const line of lines(response.body)) {
                const told = JSON.parse(line);
                if (told.progress === undefined) answer = told;
                else onProgress(told.progress);
            }
        } catch {
            // The answer is missing.
        }
        if (signal.aborted) throw new Error("");
        if (answer === undefined) throw this.#ended();
        this.#hasFailed = answer.failure !== undefined;
        const reason = answer.failure ?? answer.error;
        if (reason !== undefined) throw new Error(reason);
        return answer;
    }

    async #open() {
        try {
            const { tab } = await (await this.#post(`${this.#site}tab`)).json();
            this.#address = `${this.#site}tab/${tab}`;
            return this.#address;
        } catch (error) {
            this.#tab = null;
            throw error;
        }
    }

    #tellClosed() {
        if (this.#address !== null) navigator.sendBeacon(`${this.#address}/close`);
    }

    #close() {
        this.#tellClosed();
        this.#tab = null;
        this.#address = null;
    }

    #ended() {
        this.#hasEnded = true;
        return new Error(HAS_ENDED);
    }

    /** Sends a request, and retries while the server is busy. */
    async #post(address, body = "", signal = undefined) {
        for (let tries = 1; ; tries++) {
            let response;
            try {
                response = await fetch(address, { method: "POST", body, signal });
            } catch {
                throw signal?.aborted ? new Error("") : this.#ended();
            }
            this.#hasEnded = false;
            if (response.ok) return response;
            if (response.status !== 503 || tries === MOST_TRIES) {
                this.#hasFailed = response.status === 410;
                throw new Error((await response.text()).trim());
            }
            await new Promise((done) => setTimeout(done, PAUSE));
        }
    }
}

/** The lines of a stream that are not empty, as they come. */
async function* lines(stream) {
    const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        const parts = (rest + value).split("\n");
        rest = parts.pop();
        yield* parts.filter((part) => part !== "");
    }
}
