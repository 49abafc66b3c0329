// The same program beside the page: bots and analysis think here, so that the page never waits.
const { default: start } = await import("/app.js?v={{VERSION}}");
await start({ module_or_path: "/app_bg.wasm?v={{VERSION}}" });
