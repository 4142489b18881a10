import './partition.css'
import { replicationOf, setReplication } from '../scenario/editPartition.ts'
import { assignments } from '../scenario/partitionWorld.ts'
import { storyAsked } from '../scenario/storyTitle.ts'
import { edit } from '../store/edits.ts'
import { useLab } from '../store/lab.ts'
import { Row } from './Row.tsx'
import { ScheduleField } from './ScheduleField.tsx'

/** The world of a replicated partition: how its replicas are assigned, and what happens to it: the steps of its schedule. */
export default function PartitionWorld() {
  const asked = useLab((state) => replicationOf(state.draft.scenario))
  const title = useLab((state) => state.draft.scenario.title)
  if (asked === undefined) return null
  return (
    <section className="part" aria-labelledby="world">
      <OfTable title={title} />
      <h3 id="world">World</h3>
      <Row name="Replicas">
        <select
          aria-label="Order of the assignment"
          value={asked.order}
          onChange={(event) => {
            const order = assignments.find((each) => each === event.target.value)
            edit((scenario) => setReplication(scenario, { order }))
          }}
        >
          {assignments.map((order) => (
            <option key={order} value={order}>
              {order.split('').join(', ')}
            </option>
          ))}
        </select>
      </Row>
      <p className="quiet kind-help">
        One partition on three brokers, assigned in this order: the first is the preferred leader. A leads at the start,
        all are in sync, and the logs are empty.
      </p>
      <ScheduleField />
    </section>
  )
}

/** What was asked where the question is a story of the table of promises, and within which bounds. */
function OfTable({ title }: { readonly title: string }) {
  const told = storyAsked(title)
  if (told === undefined) return null
  return (
    <div className="of-table">
      <p>{told.question}</p>
      <p className="quiet">{told.bounds}</p>
    </div>
  )
}
