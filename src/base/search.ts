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
