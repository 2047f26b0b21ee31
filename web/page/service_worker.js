// Keeps the folder for use without a network. The page is asked for at the server first; the files that it loads have their
// content in their names, so those that are kept are the right ones. A new version takes what has not changed from the old
// one, and begins when no page of the old one is open.

/** Of the files below, each with the hash of its content; another content is not kept. */
const VERSION = "{{version}}";
const FILES = {{files}};

const prefix = `kempelen ${registration.scope} `;
const own = prefix + VERSION;
const PAGE = "./";
const PAGE_ADDRESSES = [registration.scope, `${registration.scope}index.html`];

addEventListener("install", (event) => event.waitUntil(fill()));
addEventListener("activate", (event) => event.waitUntil(removeOld()));
addEventListener("fetch", (event) => {
    const { method, url } = event.request;
    if (method !== "GET") return;
    const isPage = PAGE_ADDRESSES.includes(url.split(/[?#]/)[0]);
    event.respondWith(isPage ? page(event.request) : file(event.request));
});

async function fill() {
    const cache = await caches.open(own);
    for (const [address, integrity] of FILES) {
        const isHashed = /-[0-9a-f]{8,}\./.test(address);
        const kept = isHashed ? await caches.match(address) : undefined;
        if (kept) await cache.put(address, kept);
        else await cache.add(new Request(address, { integrity, cache: isHashed ? "default" : "reload" }));
    }
}

async function removeOld() {
    for (const name of await caches.keys()) {
        if (name.startsWith(prefix) && name !== own) await caches.delete(name);
    }
    await clients.claim();
}

async function page(request) {
    const answer = await fetch(request).catch((error) => error);
    if (answer.ok) return answer;
    const kept = await (await caches.open(own)).match(PAGE);
    return kept ?? (answer instanceof Error ? Response.error() : answer);
}

async function file(request) {
    const cache = await caches.open(own);
    return (await cache.match(request)) ?? fetch(request);
}
