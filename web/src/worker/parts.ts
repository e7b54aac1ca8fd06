// Parts of the page that are fetched when they are wanted. An update of the server replaces them, and a page that
// was opened before asks for what is no longer there.

/** Tell of a part that could not be fetched, once: nothing but loading the page again brings it back. */
export function watchParts(tell: () => void, on: Window = window): void {
  const causes = new Set<unknown>();
  on.addEventListener('vite:preloadError', ({ payload }) => {
    if (causes.size === 0) tell();
    causes.add(payload);
  });
  // What has been told needs no complaint in the console.
  on.addEventListener('unhandledrejection', (event) => {
    if (causes.has(event.reason)) event.preventDefault();
  });
}
