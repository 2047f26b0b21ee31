/**
 * The content of a file that was compressed by gzip.
 * @param {ReadableStream} stream
 */
export function unpacked(stream) {
    const headers = { "Content-Type": "application/wasm" };
    return new Response(stream.pipeThrough(new DecompressionStream("gzip")), { headers });
}

/** A function that returns a vector. */
const SIMD = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11);

function missingInBrowser() {
    if (typeof WebAssembly === "undefined") return "WebAssembly";
    if (!WebAssembly.validate(SIMD)) return "SIMD in WebAssembly";
    if (typeof DecompressionStream === "undefined") return "DecompressionStream";
    return undefined;
}

/**
 * Compiles the module of the engine.
 * @param {() => Response | Promise<Response>} open opens the module
 */
export async function compiled(open) {
    const missing = missingInBrowser();
    if (missing !== undefined) {
        throw new Error(`found a browser without ${missing}, expected Chrome or Edge 97, Firefox 113, Safari 16.4, or newer`);
    }
    try {
        return await WebAssembly.compileStreaming(open());
    } catch (error) {
        throw new Error(`the module is damaged or missing (${error.message}); get the page again`);
    }
}

/** @param {Response} response */
export const bytesOf = async (response) => new Uint8Array(await response.arrayBuffer());
