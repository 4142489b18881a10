import { useEffect, useState } from 'react'
import { useLab } from '../store/lab.ts'
import { useChanges } from './changed.ts'
import { turnedInto } from './undone.ts'

/** So long the numbers must have stood still before they are spoken, in ms. */
const QUIET_MS = 700

/** For who hears the page: what undo and redo did, and what came of the last edit. Nobody sees it. */
export default function Spoken() {
  const undone = useUndone()
  const changes = useSettled(useChanges()?.spoken ?? '')
  return (
    <>
      <p className="unseen" role="status">
        {undone}
      </p>
      <p className="unseen" role="status">
        {changes}
      </p>
    </>
  )
}

function useSettled(words: string): string {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(words), QUIET_MS)
    return () => clearTimeout(timer)
  }, [words])
  return settled
}

/** `undone: black hole on broker 3, from 0 removed`; empty again with the next edit. */
function useUndone(): string {
  const [words, setWords] = useState('')
  useEffect(
    () =>
      useLab.subscribe((now, was) => {
        if (now.draft === was.draft) return
        const isUndo = now.draft === was.past.at(-1) && now.future[0] === was.draft
        const isRedo = now.draft === was.future[0] && now.past.at(-1) === was.draft
        const done = isUndo ? 'undone' : isRedo ? 'redone' : undefined
        setWords(done ? `${done}: ${turnedInto(was.draft.scenario, now.draft.scenario)}` : '')
      }),
    [],
  )
  return words
}
