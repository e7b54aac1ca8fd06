// What the service worker does with a request, by its address alone.

/** `page`: from the network, else the offline page. `file`: as it is kept. Null: none of the worker's business. */
export type Kind = 'page' | 'file' | null;

/** Sort a request; `scope` is the address below which the page lies, `files` what is kept, by its address below that. */
export function kindOf(
  { method, mode, url }: Pick<Request, 'method' | 'mode' | 'url'>,
  scope: string,
  files: readonly string[],
): Kind {
  if (method !== 'GET' || !url.startsWith(scope)) return null;
  const [path = ''] = url.slice(scope.length).split(/[?#]/);
  // A page is the table and all around it; a record or an answer that is opened in a tab is none.
  if (mode === 'navigate') return path === '' || path === 'index.html' ? 'page' : null;
  return files.includes(path) ? 'file' : null;
}
