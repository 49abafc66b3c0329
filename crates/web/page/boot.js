// Loads the page's program. What it does is in WebAssembly; this only starts it, or says why it cannot.
const trouble = (text) => {
  const place = document.getElementById("trouble");
  if (place) {
    place.textContent = text;
    place.hidden = false;
  }
};

if (typeof WebAssembly !== "object") {
  trouble("This browser has no WebAssembly, which the game runs on. Use a newer browser, or turn it on.");
} else {
  try {
    const { default: start } = await import("/app.js?v={{VERSION}}");
    await start({ module_or_path: "/app_bg.wasm?v={{VERSION}}" });
    if ("serviceWorker" in navigator) {
      navigator.serviceWorker.register("/sw.js").catch(() => {});
    }
  } catch (error) {
    console.error(error);
    trouble("The page could not be loaded. Check the connection and load it again.");
  }
}
