// Line drawings of 16 units, so that no font or picture has to be fetched.

const paths = {
  undo: 'M6 3 3 6l3 3M3 6h6a4 4 0 0 1 0 8H6',
  redo: 'M10 3l3 3-3 3M13 6H7a4 4 0 0 0 0 8h3',
  add: 'M8 3v10M3 8h10',
  remove: 'M4 4l8 8M12 4l-8 8',
  copy: 'M6 6h7v7H6zM10 6V3H3v7h3',
  link: 'M7 9a3 3 0 0 0 4.2 0l2-2A3 3 0 0 0 9 2.800l-.8.8M9 7a3 3 0 0 0-4.200 0l-2 2A3 3 0 0 0 7 13.200l.8-.8',
  theme: 'M8 2a6 6 0 1 0 0 12zM8 2a6 6 0 0 1 0 12',
  help: 'M6 6a2 2 0 1 1 2.700 1.900c-.5.2-.7.6-.7 1.100v.5M8 12v.01',
  play: 'M5 3l8 5-8 5z',
  pause: 'M5 3v10M11 3v10',
  previous: 'M11 3 6 8l5 5M4 3v10',
  next: 'M5 3l5 5-5 5M12 3v10',
  zoomIn: 'M7 2.500a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9M10.500 10.500 14 14M7 5v4M5 7h4',
  zoomOut: 'M7 2.500a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9M10.500 10.500 14 14M5 7h4',
  centre: 'M8 2v3M8 11v3M2 8h3M11 8h3M8 8v.01',
  fit: 'M2 5V2h3M14 5V2h-3M2 11v3h3M14 11v3h-3',
  mark: 'M5 3H3v10h2M11 3h2v10h-2M5.500 8h5',
  down: 'M4 6l4 4 4-4',
  search: 'M7 2.500a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9M10.500 10.500 14 14',
  done: 'M3 8.500l3.500 3.500L13 4.500',
  reset: 'M3 3v4h4M3.500 7A5 5 0 1 1 3 9',
} as const

export type IconName = keyof typeof paths

/** Decoration only: the button that holds it bears the name. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
