/** Plays and analyses chess, draughts, Nim and their relations: answers lines of UCI, Hub or UGI, in a worker of its own. */
export class Kempelen {
    constructor();

    /** Called with every line of the engine. */
    onLine: (line: string) => void;

    /** Called if a file could not be loaded or is damaged. By default the text is written to the console. */
    onFault: (text: string) => void;

    /**
     * Sends a line. A line waits for those before it; `stop` and `quit` end the search that runs.
     *
     * The promise ends when the line is answered, a search included. It fails if the engine cannot start, or has failed.
     */
    send(line: string): Promise<void>;

    /** Ends the running search: its best move comes within 100 milliseconds. */
    stop(): void;

    /** Ends the engine. What was not answered yet fails. */
    terminate(): void;
}
