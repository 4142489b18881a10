import { useLab } from '../store/lab.ts'
import { goToLab, labs } from '../store/labs.ts'

/** Which lab is on the screen, and the way to the others. */
export function LabSwitch() {
  const now = useLab((state) => state.draft.scenario.lab)
  return (
    <nav className="labs" aria-label="Labs">
      {labs.map(([lab, name, about]) => (
        <button
          key={lab}
          type="button"
          className="lab"
          aria-current={lab === now ? 'page' : undefined}
          onClick={() => void goToLab(lab)}
        >
          {name}
          <span className="about-lab">: {about}</span>
        </button>
      ))}
    </nav>
  )
}
