/**
 * The content of a file that was compressed by gzip.
 * @param {ReadableStream} stream
 */
export function unpacked(stream) {
    const headers = { "Content-Type": "application/wasm" };
    return new Response(stream.pipeThrough(new DecompressionStream("gzip")), { headers });
}

/** @param {Response} response */
export const bytesOf = async (response) => new Uint8Array(await response.arrayBuffer());
