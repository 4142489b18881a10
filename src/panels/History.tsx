import { redo, undo } from '../store/history.ts'
import { useLab } from '../store/lab.ts'
import { Icon } from './Icon.tsx'

/** Back to how the question was, and forward again. */
export function History() {
  const canUndo = useLab((state) => state.past.length > 0)
  const canRedo = useLab((state) => state.future.length > 0)
  return (
    <span className="history">
      <button type="button" className="icon" aria-label="Undo" title="Undo (ctrl Z)" disabled={!canUndo} onClick={undo}>
        <Icon name="undo" />
      </button>
      <button
        type="button"
        className="icon"
        aria-label="Redo"
        title="Redo (ctrl shift Z)"
        disabled={!canRedo}
        onClick={redo}
      >
        <Icon name="redo" />
      </button>
    </span>
  )
}
