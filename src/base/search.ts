// Halving in sorted columns.

/** The first index in [from, to) whose value is >= limit, else `to`. The values ascend. */
export function lowerBound(values: ArrayLike<number>, limit: number, from = 0, to = values.length): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((values[middle] as number) < limit) low = middle + 1
    else high = middle
  }
  return low
}

/** The first index in [from, to) whose value is > limit, else `to`. The values ascend. */
export function upperBound(values: ArrayLike<number>, limit: number, from = 0, to = values.length): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((values[middle] as number) <= limit) low = middle + 1
    else high = middle
  }
  return low
}

/** How many of some things have a number <= limit. The numbers ascend. */
export function countUpTo<Thing>(things: readonly Thing[], limit: number, numberOf: (thing: Thing) => number): number {
  let low = 0
  let high = things.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (numberOf(things[middle] as Thing) <= limit) low = middle + 1
    else high = middle
  }
  return low
}
