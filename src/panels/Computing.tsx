import { useEffect, useState } from 'react'
import { useLab } from '../store/lab.ts'

/** A run that takes no longer is simply drawn. */
const PATIENCE_MS = 400

/** Says that the picture is older than the question, where a run takes long: each further edit starts it over. */
export function Computing() {
  const waits = useLab(({ run, asked, trouble }) => run !== undefined && run.edits < asked && trouble?.kind !== 'crash')
  const [long, setLong] = useState(false)
  useEffect(() => {
    if (!waits) return
    const timer = setTimeout(() => setLong(true), PATIENCE_MS)
    return () => {
      clearTimeout(timer)
      setLong(false)
    }
  }, [waits])
  return (
    <p className="computing" role="status">
      {long && <span className="computing-words">computing … the picture shows the run before</span>}
    </p>
  )
}
