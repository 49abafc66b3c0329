// Caches the page for offline use.
const NAME = "mergemaker-{{VERSION}}";
const FILES = ["/", "{{FILES}}"];

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
  const isOurs = event.request.method === "GET" && url.origin === self.location.origin
    && !url.pathname.startsWith("/api") && !["/ws", "/metrics", "/healthz", "/readyz"].includes(url.pathname);
  if (!isOurs) return;
  if (event.request.mode === "navigate") {
    // The newest page online, the cached one offline.
    event.respondWith(fetch(event.request).catch(() => caches.match("/")));
  } else {
    event.respondWith(caches.match(event.request).then((kept) => kept || fetched(event.request)));
  }
});
