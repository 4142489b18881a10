/** The letter by which the n-th of a few is told apart, counted from 0: A, B, C, D. */
export const letterOf = (index: number): string => String.fromCharCode(65 + index)
