import { brief } from '../base/brief.ts'
import { setNodes, setSeed, setUntil, setWorld } from '../scenario/edit.ts'
import { labOf, limits, type Workload, type World as WorldData } from '../scenario/scenario.ts'
import { isOfClient, workloadWords } from '../scenario/workloadWords.ts'
import { type Change, edit } from '../store/edits.ts'
import { undo } from '../store/history.ts'
import { useLab } from '../store/lab.ts'
import { Brokers } from './Brokers.tsx'
import { Dial, OneInHand } from './Dial.tsx'
import { goToField } from './focus.ts'
import { Icon } from './Icon.tsx'
import { asItComes, KernelForm, type KernelPlace, Retries, saidKernel } from './Kernel.tsx'
import { Row } from './Row.tsx'

/** The common world: brokers, latency, kernel; folded away, what is turned more rarely. */
export function World() {
  const scenario = useLab((state) => state.draft.scenario)
  const { world, seed, until } = scenario
  const { jitter, latency, kernel } = world
  const caller = labOf(world.workload) === 'client' ? [saidWorkload(world)] : []
  const rest = [jitter ? 'jitter ±20 %' : 'no jitter', `seed ${seed}`, brief(until), ...caller]
  const place = commonKernel(world)
  return (
    <section className="part" aria-labelledby="world">
      <h3 id="world">World</h3>
      <OneInHand>
        <Dial
          label="Brokers"
          field="nodes"
          path="world.nodes"
          value={world.nodes.length}
          range={[1, limits.nodes]}
          help="New ones are healthy bootstrap servers. Of fewer, the last ones go; their faults wait for them."
          change={(count) => (before) => setNodes(before, count)}
        />
        <FaultsWaiting />
        <Dial
          label="Latency, one way"
          field="latency"
          path="world.latency"
          value={latency}
          range={[0, 1000]}
          help="From the client to each broker and back again, for every packet. A fault can make one link slower."
          change={(value) => (before) => setWorld(before, { latency: value })}
        />
        <Retries place={place} />
        <Brokers />
        <details className="more kernel">
          <summary>
            Kernel <span className="quiet">{saidKernel(kernel)}</span>
          </summary>
          <KernelForm place={place} />
        </details>
        <details className="more">
          <summary>
            More <span className="quiet">{rest.join(' · ')}</span>
          </summary>
          <Dial
            label="A broker answers after"
            field="service"
            path="world.service"
            value={world.service}
            range={[0, 60_000]}
            help="How long each broker takes over each request before it answers."
            change={(service) => (before) => setWorld(before, { service })}
          />
          <Jitter jitter={jitter} />
          <SeedDial path="seed" seed={seed} change={(next) => (before) => setSeed(before, next)} />
          <UntilDial until={until} most={1_800_000} />
          {labOf(world.workload) === 'client' && <WorkloadRow world={world} />}
          <Selector overshoot={world.selectOvershootMs} />
        </details>
      </OneInHand>
    </section>
  )
}

/** The kernel of the common world, for its form. */
const commonKernel = ({ kernel, latency }: WorldData): KernelPlace => ({
  path: 'world.kernel',
  of: '',
  kernel,
  latency,
  ...asItComes(kernel),
  kernelIn: (scenario) => scenario.world.kernel,
  change: (of) => (scenario) => setWorld(scenario, { kernel: of(scenario.world.kernel) }),
})

/** Faults of brokers that are not there are kept, and do nothing. */
export function FaultsWaiting() {
  const waiting = useLab((state) => faultsWaiting(state.draft.scenario.world))
  const before = useLab(({ past }) => past.at(-1)?.scenario.world)
  const node = useLab(({ draft }) => (draft.scenario.lab === 'quorum' ? 'node' : 'broker'))
  if (waiting === 0) return null
  const justNow = before !== undefined && faultsWaiting(before) < waiting
  return (
    <p className="gone" role="status">
      {waiting === 1 ? `1 fault waits for its ${node}` : `${waiting} faults wait for their ${node}s`}, which{' '}
      {waiting === 1 ? 'is' : 'are'} not there.{' '}
      {justNow && (
        <button
          type="button"
          className="link"
          onClick={() => {
            goToField('world.nodes')
            undo()
          }}
        >
          undo
        </button>
      )}
    </p>
  )
}

const faultsWaiting = ({ faults, nodes }: WorldData): number =>
  faults.filter(({ node, peer = 0 }) => Math.max(node, peer) >= nodes.length).length

function Jitter({ jitter }: { readonly jitter: boolean }) {
  return (
    <label className="row">
      <span className="row-name">Jitter: backoffs and setup timeouts vary by ±20 %</span>
      <input
        type="checkbox"
        checked={jitter}
        onChange={(event) => {
          const on = event.target.checked
          edit((scenario) => setWorld(scenario, { jitter: on }))
        }}
      />
    </label>
  )
}

const DICE = 'Where the dice begin: which node is drawn first, and how jitter falls. The same seed gives the same run.'

/** The next seed in an order that looks like none. */
const STRIDE = 2_654_435_761

type SeedProps = Pick<Parameters<typeof Dial>[0], 'path' | 'usual' | 'changed' | 'reset'> & {
  readonly label?: string
  readonly seed: number
  readonly help?: string
  readonly change: (seed: number) => Change
}

/** The seed of the dice, and the way to another one. */
export function SeedDial({ seed, label = 'Seed', help = DICE, ...rest }: SeedProps) {
  return (
    <Dial {...rest} name="Seed" label={label} field="seed" value={seed} help={help}>
      <button
        type="button"
        title="Draw another seed"
        onClick={() => edit(rest.change((seed + STRIDE) % (limits.seed + 1)))}
      >
        <Icon name="reset" />
        Re-roll
      </button>
    </Dial>
  )
}

/** How long the run is. `most`: where its slider ends, in ms. */
export function UntilDial({ until, most }: { readonly until: number; readonly most: number }) {
  return (
    <Dial
      label="Length of the run"
      field="until"
      path="until"
      value={until}
      range={[1000, most]}
      help="Where the simulation ends. What has not happened by then is said to be over it."
      change={(next) => (before) => setUntil(before, next)}
    />
  )
}

/** `send()`, `leader broker 1`. */
function saidWorkload({ workload, nodes }: WorldData): string {
  if (!('node' in workload)) return workload.kind === 'send' ? 'send()' : 'send(), not new'
  const name = nodes[workload.node]?.name ?? ''
  return workload.kind === 'leader' ? `leader ${name}` : `busy with ${name}`
}

function WorkloadRow({ world }: { readonly world: WorldData }) {
  const { workload, nodes } = world
  const choose = (chosen: string) => {
    const next = workloadOf(chosen)
    if (next) edit((scenario) => setWorld(scenario, { workload: next }))
  }
  return (
    <>
      <Row name="Caller">
        <select
          aria-label="Caller"
          value={'node' in workload ? `${workload.kind} ${workload.node}` : workload.kind}
          onChange={(event) => choose(event.target.value)}
        >
          <option value="send">{workloadWords.send.choice('')}</option>
          <option value="refresh">{workloadWords.refresh.choice('')}</option>
          {nodes.map((node, index) => (
            <option key={index} value={`leader ${index}`}>
              {workloadWords.leader.choice(node.name)}
            </option>
          ))}
          {nodes.map(
            (node, index) =>
              node.bootstrap && (
                <option key={index} value={`busy ${index}`}>
                  {workloadWords.busy.choice(node.name)}
                </option>
              ),
          )}
        </select>
      </Row>
      {isOfClient(workload) && <p className="quiet kind-help">{workloadWords[workload.kind].help}</p>}
    </>
  )
}

/** `leader 2`: the kind, and the broker it is about. */
function workloadOf(chosen: string): Workload | undefined {
  const [kind, node] = chosen.split(' ')
  if (kind === 'leader' || kind === 'busy') return { kind, node: Number(node) }
  return kind === 'send' || kind === 'refresh' ? { kind } : undefined
}

function Selector({ overshoot }: { readonly overshoot: 0 | 1 }) {
  const choose = (late: boolean) => edit((scenario) => setWorld(scenario, { selectOvershootMs: late ? 1 : 0 }))
  return (
    <label className="row">
      <span className="row-name">A select returns 1 ms late, as real ones do</span>
      <input type="checkbox" checked={overshoot === 1} onChange={(event) => choose(event.target.checked)} />
    </label>
  )
}
