// Runs the same program as a worker: bots and analyses run here to keep the page responsive.
const { default: start } = await import("/app.js?v={{VERSION}}");
await start({ module_or_path: "/app_bg.wasm?v={{VERSION}}" });
