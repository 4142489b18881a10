// How a number is written: thousands set apart by a thin space that no line breaks, as `10 047`; four digits stay together.

const THIN = '\u202f'
const THOUSANDS = /\B(?=(\d{3})+$)/g

/** A number with its thousands set apart, and so many digits after the point. */
export function grouped(value: number, decimals = 0): string {
  const [whole = '', fraction] = Math.abs(value).toFixed(decimals).split('.')
  const apart = whole.length > 4 ? whole.replace(THOUSANDS, THIN) : whole
  return `${value < 0 ? '−' : ''}${apart}${fraction ? `.${fraction}` : ''}`
}
