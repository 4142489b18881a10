import { limits } from '../scenario/scenario.ts'
import { redo, undo } from '../store/edits.ts'
import { useLab } from '../store/lab.ts'
import { switchTheme } from '../store/theme.ts'
import { Icon } from './Icon.tsx'
import { PresetPicker } from './PresetPicker.tsx'
import { Share } from './Share.tsx'
import { addNext } from './Variants.tsx'

/** Name, question, and what can be done with it. */
export function Header({ onHelp }: { readonly onHelp: () => void }) {
  const canUndo = useLab((state) => state.past.length > 0)
  const canRedo = useLab((state) => state.future.length > 0)
  const full = useLab((state) => state.draft.scenario.variants.length >= limits.variants)
  const theme = useLab((state) => state.theme)
  const other = theme === 'dark' ? 'light' : 'dark'
  return (
    <header className="header">
      <h1>
        Timeout Lab <span className="for">for Apache Kafka</span>
      </h1>
      <PresetPicker />
      <div className="actions">
        <button type="button" className="icon" aria-label="Undo" title="Undo (ctrl Z)" disabled={!canUndo} onClick={undo}>
          <Icon name="undo" />
        </button>
        <button type="button" className="icon" aria-label="Redo" title="Redo (ctrl shift Z)" disabled={!canRedo} onClick={redo}>
          <Icon name="redo" />
        </button>
        <button type="button" className="add" aria-label="Add a variant" disabled={full} onClick={addNext}>
          <Icon name="add" />
          <span>Add variant</span>
        </button>
        <Share />
        <button type="button" className="icon" aria-label={`Switch to the ${other} theme`} title={`Switch to the ${other} theme`} onClick={switchTheme}>
          <Icon name="theme" />
        </button>
        <button type="button" className="icon" aria-label="Help and keys" title="Help and keys ( ? )" onClick={onHelp}>
          <Icon name="help" />
        </button>
      </div>
    </header>
  )
}
