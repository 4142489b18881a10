// When a kernel timer fires that is armed for some length. Nominally at its deadline; a real one sits in a wheel whose buckets get
// coarser with distance, so it fires late, never early. Linux kernel/time/timer.c (calc_wheel_index).

/** A timer wheel: jiffies a second, and how many of them the clock stood at when the run began. */
export type Wheel = { readonly hz: number; readonly phase: number }

/** When a timer fires that is armed at an instant for a length; both in ms, fractions kept. */
export type Timers = (at: number, wait: number) => number

const onTime: Timers = (at, wait) => at + wait

/** Buckets of a level, but for one: 63. The next level is 8 times as coarse. */
const REACH = 63
const COARSER = 8

/** Less than any part of a jiffy that counts: an instant that stands for a whole jiffy is one, whatever its last digits. */
const SPECK = 1e-6

/** The timers of a kernel: on time, or as late as its wheel makes them. */
export function timersOf(wheel: Wheel | undefined): Timers {
  if (wheel === undefined) return onTime
  const { hz, phase } = wheel
  return (at, wait) => {
    const armed = Math.floor(phase + (at * hz) / 1000 + SPECK)
    const length = Math.ceil((wait * hz) / 1000 - SPECK)
    let grain = 1
    for (let reach = REACH; length >= reach; reach *= COARSER) grain *= COARSER
    const fires = (Math.floor((armed + length) / grain) + 1) * grain
    return ((fires - phase) * 1000) / hz
  }
}
