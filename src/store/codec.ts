// The codec of links comes when it is first needed: a page that opens with a preset shows its first picture without it.

/** The codec, loaded once. */
export const codec = () => import('../scenario/link.ts')
