// Caches the page for offline use.
const NAME = "mergemaker-{{VERSION}}";
const FILES = ["/", "{{FILES}}"];
// The first path segments of the pages.
const PAGES = ["{{PAGES}}"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const forget = (names) => Promise.all(names.filter((name) => name !== NAME).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(forget).then(() => self.clients.claim()));
});

// Large files are fetched when first needed, and then cached too.
async function fetched(request) {
  if (!new URL(request.url).pathname.endsWith(".safetensors")) return fetch(request);
  // The page works without them.
  const response = await fetch(request).catch(() => new Response(null, { status: 204 }));
  if (response.status === 200) {
    const copy = response.clone();
    caches.open(NAME).then((cache) => cache.put(request, copy)).catch(() => {});
  }
  return response;
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin) return;
  if (event.request.mode === "navigate" && PAGES.includes(url.pathname.split("/")[1])) {
    // The newest page online, the cached one offline.
    event.respondWith(fetch(event.request).catch(() => caches.match("/")));
  } else if (url.searchParams.has("v")) {
    event.respondWith(caches.match(event.request).then((kept) => kept || fetched(event.request)));
  }
});
