import { lazy, Suspense } from 'react'
import { limits } from '../scenario/scenario.ts'
import { useLab } from '../store/lab.ts'
import { firstPicture } from '../store/running.ts'
import { switchTheme } from '../store/theme.ts'
import { Boundary } from './Boundary.tsx'
import { History } from './History.tsx'
import { Icon } from './Icon.tsx'
import { LabSwitch } from './LabSwitch.tsx'
import { PresetPicker } from './PresetPicker.tsx'
import { useSize } from './size.ts'

const Share = lazy(() => firstPicture.then(() => import('./Share.tsx')))

/** The edits come with the question's script, which is there by the time somebody aims at a button. */
async function addVariant(): Promise<void> {
  const { addNext } = await import('./Question.tsx')
  addNext()
}

/** Name, question, and what can be done with it. */
export function Header({ onHelp }: { readonly onHelp: () => void }) {
  const full = useLab((state) => state.draft.scenario.variants.length >= limits.variants)
  const theme = useLab((state) => state.theme)
  const narrow = useSize() === 'narrow'
  const other = theme === 'dark' ? 'light' : 'dark'
  return (
    <header className="header">
      <h1>
        Timeout Lab <span className="for">for Apache Kafka</span>
      </h1>
      <LabSwitch />
      <PresetPicker />
      {narrow && <History />}
      <div className="actions">
        {!narrow && <History />}
        <button
          type="button"
          className="add"
          aria-label="Add a variant"
          disabled={full}
          onClick={() => void addVariant()}
        >
          <Icon name="add" />
          <span>
            <span className="verb">Add </span>variant
          </span>
        </button>
        <Boundary>
          <Suspense fallback={<ShareComing />}>
            <Share />
          </Suspense>
        </Boundary>
        <button
          type="button"
          className="icon"
          aria-label={`Switch to the ${other} theme`}
          title={`Switch to the ${other} theme`}
          onClick={switchTheme}
        >
          <Icon name="theme" />
        </button>
        <button type="button" className="icon" aria-label="Help and keys" title="Help and keys ( ? )" onClick={onHelp}>
          <Icon name="help" />
        </button>
      </div>
    </header>
  )
}

/** The button for the link, while its script is on its way. */
function ShareComing() {
  return (
    <div className="share">
      <button type="button" className="primary" aria-disabled="true">
        <Icon name="link" />
        <span className="word">Copy link</span>
        <span className="length" />
      </button>
    </div>
  )
}
