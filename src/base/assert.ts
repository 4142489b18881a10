/** Our own slip, never a visitor's or a simulated failure: the worker catches it at its hatch. Throws an Error with the message. */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message)
}
