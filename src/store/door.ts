// Links and files are read and written by a script of their own, which comes when it is first needed: a page that opens with a preset
// shows its first picture without it.

/** The porch, loaded once. */
export const porch = () => import('./porch.ts')
