import { useId, useState } from 'react'
import { untakenSteps } from '../findings/partitionUntaken.ts'
import { phrase } from '../findings/prose.ts'
import { SCHEDULE_PATH as PATH, replicationOf, setReplication } from '../scenario/editPartition.ts'
import { textOfSchedule } from '../scenario/partitionSteps.ts'
import { stepsIn } from '../scenario/readReplication.ts'
import { settle } from '../store/edits.ts'
import { useLab } from '../store/lab.ts'
import { select } from '../store/looking.ts'
import { typeText } from '../store/typing.ts'
import { Badge } from './Badge.tsx'
import { Complaint } from './Field.tsx'
import { Sentence } from './Sentence.tsx'

/** The schedule as text. What cannot be read stays as typed, with the step and the column, while the last good one holds. */
export function ScheduleField() {
  const shown = useLab(({ draft }) => replicationOf(draft.scenario)?.schedule ?? '')
  const slip = useLab((state) => state.draft.slips[PATH])
  const [typing, setTyping] = useState<string>()
  const id = useId()
  const complaint = useId()
  const type = (text: string) => {
    setTyping(text)
    const read = stepsIn(text)
    const parsed =
      'problem' in read
        ? { problem: { path: PATH, what: read.problem, hint: read.hint } }
        : { value: textOfSchedule(read.steps) }
    typeText(PATH, text, parsed, (schedule) => (scenario) => setReplication(scenario, { schedule }))
  }
  return (
    <div className="schedule-text">
      <label htmlFor={id}>
        <b>The schedule</b>
      </label>
      <textarea
        id={id}
        name={PATH}
        rows={2}
        spellCheck={false}
        autoComplete="off"
        placeholder="p; f B; c A; d A"
        aria-invalid={slip !== undefined}
        aria-describedby={slip && complaint}
        value={slip?.text ?? typing ?? shown}
        onChange={(event) => type(event.target.value)}
        onBlur={() => {
          setTyping(undefined)
          settle()
        }}
      />
      {slip && <Complaint id={complaint} path={PATH} />}
      <NotTaken />
    </div>
  )
}

/** So many steps are told one by one. */
const TOLD = 3

/** The steps of the schedule in force that could not be taken, in which variants, and why. */
function NotTaken() {
  const run = useLab((state) => state.run)
  if (run?.scenario.lab !== 'replication') return null
  const all = untakenSteps(run.answers.map(({ trace }) => trace))
  const more = all.length - TOLD
  return (
    <div role="status">
      {all.slice(0, TOLD).map(({ says, row, variants }) => (
        <p key={says} className="quiet kind-help">
          {variants.length < run.answers.length && variants.map((variant) => <Badge key={variant} index={variant} />)}{' '}
          <Sentence prose={[phrase(says, row)]} onRow={() => select(variants[0] ?? 0, row)} />
        </p>
      ))}
      {more > 0 && <p className="quiet kind-help">So it is with {more === 1 ? 'one more' : `${more} more`}.</p>}
    </div>
  )
}
