// Keeps the page at hand, so that it opens and plays without a connection.
const NAME = "mergemaker-{{VERSION}}";
const FILES = ["/", "{{FILES}}"];
// How the addresses of pages begin.
const PAGES = ["{{PAGES}}"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const forget = (names) => Promise.all(names.filter((name) => name !== NAME).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(forget).then(() => self.clients.claim()));
});

// What is large is fetched when it is first needed, and then kept as well.
async function fetched(request) {
  if (!new URL(request.url).pathname.endsWith(".safetensors")) return fetch(request);
  // The page does without it where it cannot be had.
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
    // The newest page where there is a connection, the one at hand where there is none.
    event.respondWith(fetch(event.request).catch(() => caches.match("/")));
  } else if (url.searchParams.has("v")) {
    event.respondWith(caches.match(event.request).then((kept) => kept || fetched(event.request)));
  }
});
