import { setProduce } from '../scenario/editCalls.ts'
import { limits, type Produce } from '../scenario/scenario.ts'
import { edit } from '../store/edits.ts'
import { useLab } from '../store/lab.ts'
import { Calls } from './Calls.tsx'
import { saidProduce } from './callFacts.ts'
import { Dial, OneInHand } from './Dial.tsx'
import { OptionalField } from './OptionalField.tsx'
import { Row } from './Row.tsx'

/** What the application of a producer does: its topic, folded away, and what it calls when. */
export default function Application() {
  const workload = useLab((state) => state.draft.scenario.world.workload)
  if (workload.kind !== 'produce') return null
  return (
    <Calls produce={workload}>
      <Topic produce={workload} />
    </Calls>
  )
}

const PATH = 'world.workload'

/** The topic that the records are for, and what the client knows of it. */
function Topic({ produce }: { readonly produce: Produce }) {
  const { partitions, recordsPerBatch, recordSize, topicKnown, metadataLag = 0 } = produce
  return (
    <details className="more">
      <summary>
        Topic <span className="quiet">{saidProduce(produce)}</span>
      </summary>
      <OneInHand>
        <Dial
          label="Partitions"
          field="partitions"
          path={`${PATH}.partitions`}
          value={partitions}
          range={[1, limits.partitions]}
          help="Brokers lead them in turn: the first broker partition 0, the second partition 1, until a fault moves one."
          change={(count) => (scenario) => setProduce(scenario, { partitions: count })}
        />
        <Row name="Records that fill a batch">
          <OptionalField
            field="recordsPerBatch"
            path={`${PATH}.recordsPerBatch`}
            label="Records that fill a batch"
            placeholder="no end"
            value={recordsPerBatch}
            change={(count) => (scenario) => setProduce(scenario, { recordsPerBatch: count })}
          />
        </Row>
        <Row name="Size of a record">
          <OptionalField
            field="recordSize"
            path={`${PATH}.recordSize`}
            label="Size of a record"
            placeholder="none"
            value={recordSize}
            change={(bytes) => (scenario) => setProduce(scenario, { recordSize: bytes })}
          />
        </Row>
        <p className="quiet kind-help">
          {recordSize === undefined
            ? 'Without a size, records take no room: batch.size and buffer.memory bound nothing.'
            : 'A batch takes batch.size of buffer.memory, and is full when no further record fits in.'}
        </p>
        <label className="row">
          <span className="row-name">The client knows the topic</span>
          <input
            type="checkbox"
            checked={topicKnown}
            onChange={(event) => {
              const known = event.target.checked
              edit((scenario) => setProduce(scenario, { topicKnown: known }))
            }}
          />
        </label>
        <p className="quiet kind-help">
          {topicKnown
            ? 'From an earlier answer: send() puts its record into a batch at once.'
            : 'The first send() waits for metadata before its record gets into any batch.'}
        </p>
        <Dial
          label="Brokers learn of a new leader after"
          field="metadataLag"
          path={`${PATH}.metadataLag`}
          value={metadataLag}
          range={[0, 60_000]}
          help="Metadata answers tell who led so long ago; the broker that has lost a partition turns PRODUCE away at once."
          usual={{ value: 0, whose: 'unless it is set' }}
          changed={metadataLag !== 0}
          change={(lag) => (scenario) => setProduce(scenario, { metadataLag: lag })}
          reset={(scenario) => setProduce(scenario, { metadataLag: undefined })}
        />
      </OneInHand>
    </details>
  )
}
