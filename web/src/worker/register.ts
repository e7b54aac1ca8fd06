/** Ask the browser for the service worker; without one, as on pages over plain http, all else works alike. */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // It is for later visits: what this one loads comes first.
  window.addEventListener('load', () => {
    navigator.serviceWorker.register(new URL('worker.js', document.baseURI)).catch(() => undefined);
  });
}
