// What stays with this browser: the theme, whether letters are keys, and what was found of promises. A browser may refuse; then it is forgotten with the page.

const prefix = 'timeout-lab.'

/** What was remembered under a name, undefined where nothing was or the browser keeps nothing. */
export function remembered(name: string): string | undefined {
  try {
    return localStorage.getItem(prefix + name) ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps a text under a name, where the browser lets it. */
export function remember(name: string, text: string): void {
  try {
    localStorage.setItem(prefix + name, text)
  } catch {
    // Private windows may refuse; the page works all the same.
  }
}
