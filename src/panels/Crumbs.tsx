import { precise } from '../base/brief.ts'
import { useLab } from '../store/lab.ts'
import { goOutTo } from '../store/marking.ts'
import type { TimelineHandle } from '../timeline/Timeline.tsx'

/** The way back out of a zoom: the whole run, then each stretch that was zoomed into, one within the other. */
export function Crumbs({ picture }: { readonly picture: TimelineHandle }) {
  const zoomed = useLab((state) => state.range !== undefined)
  const trail = useLab((state) => state.trail)
  const here = useLab((state) => (state.range === state.trail.at(-1) ? state.trail.length : -1))
  if (!zoomed) return undefined
  const goTo = (nth: number) => {
    goOutTo(nth)
    // The button may be gone now; the keys of the picture are at hand.
    picture.focus()
  }
  const steps = ['whole run', ...trail.map(({ from, to }) => `${precise(from)} to ${precise(to)}`)]
  return (
    <nav className="crumbs" aria-label="The way out of the zoom">
      <ol>
        {steps.map((text, nth) => (
          <li key={nth}>
            <button
              type="button"
              className="link"
              aria-current={nth === here ? 'location' : undefined}
              onClick={() => goTo(nth)}
            >
              {text}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
