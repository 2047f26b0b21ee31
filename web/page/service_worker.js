// Keeps the folder for use without a network. The page is asked for at the server first; the files that it loads have their
// content in their names, so those that are kept are the right ones. A new version takes what has not changed from the old
// one, and begins when no page of the old one is open.

/** Of the files below. */
const VERSION = "{{version}}";
const FILES = {{files}};

const prefix = `kempelen ${registration.scope} `;
const own = prefix + VERSION;
const PAGE = "./";

addEventListener("install", (event) => event.waitUntil(fill()));
addEventListener("activate", (event) => event.waitUntil(removeOld()));
addEventListener("fetch", (event) => {
    if (event.request.method !== "GET") return;
    if (event.request.mode === "navigate") event.respondWith(page(event.request));
    else event.respondWith(file(event.request));
});

async function fill() {
    const cache = await caches.open(own);
    for (const address of FILES) {
        const isHashed = /-[0-9a-f]{8,}\./.test(address);
        const kept = isHashed ? await caches.match(address) : undefined;
        if (kept) await cache.put(address, kept);
        else await cache.add(new Request(address, { cache: isHashed ? "default" : "reload" }));
    }
}

async function removeOld() {
    for (const name of await caches.keys()) {
        if (name.startsWith(prefix) && name !== own) await caches.delete(name);
    }
    await clients.claim();
}

async function page(request) {
    const cache = await caches.open(own);
    try {
        return await fetch(request);
    } catch (error) {
        return (await cache.match(PAGE)) ?? Promise.reject(error);
    }
}

async function file(request) {
    const cache = await caches.open(own);
    return (await cache.match(request)) ?? fetch(request);
}
