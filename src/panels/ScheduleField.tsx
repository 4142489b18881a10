import { useId, useState } from 'react'
import { replicationOf, setReplication } from '../scenario/editPartition.ts'
import { textOfSchedule } from '../scenario/partitionSteps.ts'
import { stepsIn } from '../scenario/readReplication.ts'
import { settle } from '../store/edits.ts'
import { useLab } from '../store/lab.ts'
import { typeText } from '../store/typing.ts'
import { Complaint } from './Field.tsx'

const PATH = 'world.workload.schedule'

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
    </div>
  )
}
