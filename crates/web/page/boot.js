// Starts the page's WebAssembly program, or says why it cannot start and what to do.
const words = {
  en: {
    old: ["This browser cannot run the game", "The game needs WebAssembly, which this browser lacks or supports only in an old version. Use a current Firefox, Chrome, Edge or Safari. If WebAssembly is turned off (lockdown mode, strict settings), turn it on for this site."],
    lost: ["The page could not be loaded", "Check your connection and reload."],
    again: "Reload",
  },
  de: {
    old: ["Dieser Browser kann das Spiel nicht ausführen", "Ihm fehlt WebAssembly, worauf das Spiel läuft, oder er hat ein zu altes. Nimm einen aktuellen Firefox, Chrome, Edge oder Safari; wo WebAssembly abgeschaltet ist (Blockierungsmodus, strenge Einstellung), schalte es für diese Seite ein."],
    lost: ["Die Seite konnte nicht geladen werden", "Prüfe die Verbindung und lade sie neu."],
    again: "Neu laden",
  },
  fr: {
    old: ["Ce navigateur ne peut pas faire tourner le jeu", "Il n’a pas WebAssembly, dont le jeu a besoin, ou une version trop ancienne. Utilisez un Firefox, Chrome, Edge ou Safari récent ; si WebAssembly est désactivé (mode isolement, réglage strict), activez-le pour ce site."],
    lost: ["La page n’a pas pu être chargée", "Vérifiez la connexion et rechargez-la."],
    again: "Recharger",
  },
};

const trouble = (what) => {
  const place = document.getElementById("trouble");
  if (!place) return;
  let stored = null;
  try { stored = localStorage.getItem("language"); } catch { /* The browser blocks storage. */ }
  const code = (stored ?? navigator.language ?? "en").slice(0, 2);
  const language = code in words ? code : "en";
  document.documentElement.lang = language;
  const [heading, about] = words[language][what];
  const part = (tag, text) => Object.assign(document.createElement(tag), { textContent: text });
  const again = part("button", words[language].again);
  again.className = "primary";
  again.addEventListener("click", () => location.reload());
  place.replaceChildren(part("h1", heading), part("p", about), again);
  place.hidden = false;
};

if (typeof WebAssembly !== "object") {
  trouble("old");
} else {
  try {
    const { default: start } = await import("/app.js?v={{VERSION}}");
    await start({ module_or_path: "/app_bg.wasm?v={{VERSION}}" });
    if ("serviceWorker" in navigator) {
      navigator.serviceWorker.register("/sw.js").catch(() => {});
    }
  } catch (error) {
    console.error(error);
    trouble(error instanceof WebAssembly.CompileError ? "old" : "lost");
  }
}
