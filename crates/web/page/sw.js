// Keeps the page at hand, so that it opens and plays without a connection.
const NAME = "mergemaker-{{VERSION}}";
const FILES = ["/", "{{FILES}}"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const forget = (names) => Promise.all(names.filter((name) => name !== NAME).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(forget).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  const isOurs = event.request.method === "GET" && url.origin === self.location.origin
    && !url.pathname.startsWith("/api") && !["/ws", "/metrics", "/healthz", "/readyz"].includes(url.pathname);
  if (!isOurs) return;
  if (event.request.mode === "navigate") {
    // The newest page where there is a connection, the one at hand where there is none.
    event.respondWith(fetch(event.request).catch(() => caches.match("/")));
  } else {
    event.respondWith(caches.match(event.request).then((kept) => kept || fetch(event.request)));
  }
});
