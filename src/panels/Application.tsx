import { flushSync } from 'react-dom'
import { setClient, setWorld } from '../scenario/edit.ts'
import { setProduce } from '../scenario/editCalls.ts'
import { type ApiWorkload, limits, type Produce, type Scenario } from '../scenario/scenario.ts'
import { workloadWords } from '../scenario/workloadWords.ts'
import { edit } from '../store/edits.ts'
import { useLab } from '../store/lab.ts'
import { Calls } from './Calls.tsx'
import { saidProduce } from './callFacts.ts'
import { Dial, OneInHand } from './Dial.tsx'
import { goToField } from './focus.ts'
import { OptionalField } from './OptionalField.tsx'
import { Row } from './Row.tsx'

/** Who the application is and what it does: the calls of a producer by time and its topic, or the one call of another client. */
export default function Application() {
  const workload = useLab((state) => state.draft.scenario.world.workload)
  if (workload.kind === 'produce')
    return (
      <Calls produce={workload} client={<ClientRow workload={workload} />}>
        <Topic produce={workload} />
      </Calls>
    )
  if (!('known' in workload)) return null
  return (
    <section className="part" aria-labelledby="calls">
      <h3 id="calls">The application</h3>
      <ClientRow workload={workload} />
      <CallRows workload={workload} />
    </section>
  )
}

const CLIENT = 'world.workload.kind'

type RequestsWorkload = Produce | ApiWorkload

/** Which client the application has. */
function ClientRow({ workload }: { readonly workload: RequestsWorkload }) {
  return (
    <>
      <Row name="Application">
        <select
          name={CLIENT}
          aria-label="Application"
          value={workload.kind}
          onChange={(event) => {
            const kind = event.target.value
            const client = kind === 'consumer' || kind === 'admin' ? kind : 'producer'
            // Another client has another section: the focus goes on in it.
            flushSync(() => edit((scenario) => setClient(scenario, client)))
            goToField(CLIENT)
          }}
        >
          {(['produce', 'consumer', 'admin'] as const).map((kind) => (
            <option key={kind} value={kind}>
              {workloadWords[kind].choice('')}
            </option>
          ))}
        </select>
      </Row>
      <p className="quiet kind-help">{workloadWords[workload.kind].help}</p>
    </>
  )
}

/** What the call of a consumer or an admin client brings along. */
function CallRows({ workload }: { readonly workload: ApiWorkload }) {
  const set = (change: Partial<ApiWorkload>) => (scenario: Scenario) =>
    setWorld(scenario, { workload: { ...workload, ...change } })
  return (
    <>
      <label className="row">
        <span className="row-name">The client has long known its brokers</span>
        <input
          type="checkbox"
          checked={workload.known}
          onChange={(event) => edit(set({ known: event.target.checked }))}
        />
      </label>
      <Row name="Timeout of the call itself">
        <OptionalField
          field="closeTimeout"
          path="world.workload.timeout"
          label="Timeout of the call itself"
          placeholder="as settings say"
          value={workload.timeout}
          change={(timeout) => (scenario) =>
            setWorld(scenario, {
              workload: { kind: workload.kind, known: workload.known, ...(timeout !== undefined && { timeout }) },
            })
          }
        />
      </Row>
    </>
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
