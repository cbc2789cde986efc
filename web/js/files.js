// URLs of the files next to the page. The single-file edition lists all of them in `reynardFiles`.

/**
 * Returns the embedded files of the single-file edition by path, or `undefined` in any other
 * edition.
 * @returns {Record<string, string> | undefined}
 */
export const embedded = () => /** @type {{reynardFiles?: Record<string, string>}} */ (globalThis).reynardFiles;

/**
 * Returns the URL of a file on the site.
 * @param {string} path relative to the page, such as `lang/en.json`
 * @returns {string}
 */
export function fileUrl(path) {
  return embedded()?.[path] ?? new URL(path, document.baseURI).href;
}

/**
 * Fetches a file from the site. Throws an error with a readable message if that fails.
 * @param {string} path
 * @returns {Promise<Response>}
 */
export async function fetchFile(path) {
  let response;
  try {
    response = await fetch(fileUrl(path));
  } catch {
    throw new Error(`${path} could not be fetched`);
  }
  if (!response.ok) throw new Error(`${path} could not be fetched: ${response.status}`);
  return response;
}
