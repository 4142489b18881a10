import type { ReactNode } from 'react'
import { brief } from '../base/brief.ts'
import { setNodes, setSeed, setUntil, setWorld } from '../scenario/edit.ts'
import type { FieldName } from '../scenario/fields.ts'

import {
  defaultKernel,
  type Kernel,
  limits,
  type Scenario,
  type Workload,
  type World as WorldData,
} from '../scenario/scenario.ts'
import { edit, undo } from '../store/edits.ts'
import { useLab } from '../store/lab.ts'
import { typeField } from '../store/typing.ts'
import { Field } from './Field.tsx'
import { goToField } from './focus.ts'
import { Icon } from './Icon.tsx'
import { shownValue } from './values.ts'

/** The common world: brokers, latency, kernel; folded away, what is turned more rarely. */
export function World() {
  const scenario = useLab((state) => state.draft.scenario)
  const { world, seed, until } = scenario
  const { jitter } = world
  const rest = [jitter ? 'jitter ±20 %' : 'no jitter', `seed ${seed}`, brief(until), saidWorkload(world)]
  return (
    <section className="part" aria-labelledby="world">
      <h3 id="world">World</h3>
      <Row name="Brokers">
        <WorldField label="Brokers" field="nodes" value={world.nodes.length} change={setNodes} />
      </Row>
      <FaultsGone />
      <Row name="Latency, one way">
        <WorldField
          label="Latency, one way"
          field="latency"
          value={world.latency}
          unit="ms"
          change={inWorld('latency')}
        />
      </Row>
      <Retries kernel={world.kernel} />
      <details className="more">
        <summary>
          More <span className="quiet">{rest.join(' · ')}</span>
        </summary>
        <KernelRows kernel={world.kernel} />
        <Row name="A broker answers after">
          <WorldField
            label="A broker answers after"
            field="service"
            value={world.service}
            unit="ms"
            change={inWorld('service')}
          />
        </Row>
        <Jitter jitter={jitter} />
        <Row name="Seed">
          <WorldField label="Seed" field="seed" value={seed} change={setSeed} />
          <Reroll seed={seed} />
        </Row>
        <Row name="Length of the run">
          <WorldField label="Length of the run" field="until" value={until} unit="ms" change={setUntil} />
        </Row>
        <WorkloadRow world={world} />
        <Selector overshoot={world.selectOvershootMs} />
      </details>
    </section>
  )
}

/** Brokers that were taken out took their faults along: that is said until the next edit. */
function FaultsGone() {
  const gone = useLab(({ draft, past }) => faultsGone(past.at(-1)?.scenario.world, draft.scenario.world))
  if (gone === 0) return null
  return (
    <p className="gone" role="status">
      {gone === 1 ? '1 fault went with its broker' : `${gone} faults went with their brokers`};{' '}
      <button
        type="button"
        className="link"
        onClick={() => {
          goToField('world.nodes')
          undo()
        }}
      >
        undo
      </button>{' '}
      brings {gone === 1 ? 'it' : 'them'} back.
    </p>
  )
}

function faultsGone(before: WorldData | undefined, after: WorldData): number {
  if (before === undefined || before.nodes.length <= after.nodes.length) return 0
  return Math.max(before.faults.length - after.faults.length, 0)
}

const saidWorkload = ({ workload, nodes }: WorldData): string =>
  workload.kind === 'leader' ? `leader ${nodes[workload.node]?.name ?? ''}` : 'send()'

type RowProps = { readonly name: ReactNode; readonly children: ReactNode }

export function Row({ name, children }: RowProps) {
  return (
    <div className="row">
      <span className="row-name">{name}</span>
      <span className="row-value">{children}</span>
    </div>
  )
}

const inWorld =
  (name: 'latency' | 'service') =>
  (scenario: Scenario, value: number): Scenario =>
    setWorld(scenario, { [name]: value })

type WorldFieldProps = {
  readonly label: string
  readonly field: FieldName
  readonly value: number
  readonly unit?: string
  readonly change: (scenario: Scenario, value: number) => Scenario
}

function WorldField({ label, field, value, unit, change }: WorldFieldProps) {
  const path = field === 'seed' || field === 'until' ? field : `world.${field}`
  return (
    <Field
      label={label}
      path={path}
      shown={shownValue(value)}
      plain={String(value)}
      {...(unit && { unit })}
      onText={(text) => typeField(field, path, text, (next) => (scenario) => change(scenario, next))}
    />
  )
}

/** Which kernel it is: a release and its sysctls, a plain length, or one that never gives up. */
function KernelRows({ kernel }: { readonly kernel: Kernel }) {
  const shape = 'release' in kernel ? kernel.release : kernel.giveUpAfter === null ? 'never' : 'after'
  const choose = (chosen: string) => edit((scenario) => setWorld(scenario, { kernel: kernelOf(chosen, kernel) }))
  return (
    <>
      <Row name="Kernel">
        <select aria-label="Kernel" value={shape} onChange={(event) => choose(event.target.value)}>
          <option value="6.5">Linux 6.5 and later</option>
          <option value="3.7">Linux before 6.5</option>
          <option value="after">gives up after …</option>
          <option value="never">never gives up</option>
        </select>
      </Row>
      {'release' in kernel && kernel.release === '6.5' && (
        <Row name={<code>tcp_syn_linear_timeouts</code>}>
          <KernelField
            label="tcp_syn_linear_timeouts"
            field="linearTimeouts"
            value={kernel.linearTimeouts}
            of={(n) => ({ ...kernel, linearTimeouts: n })}
          />
        </Row>
      )}
    </>
  )
}

/** What most of all decides when the kernel gives up. */
function Retries({ kernel }: { readonly kernel: Kernel }) {
  if ('release' in kernel) {
    const name = (
      <>
        Kernel <code>tcp_syn_retries</code>
      </>
    )
    return (
      <Row name={name}>
        <KernelField
          label="tcp_syn_retries"
          field="synRetries"
          value={kernel.synRetries}
          of={(n) => ({ ...kernel, synRetries: n })}
        />
      </Row>
    )
  }
  if (kernel.giveUpAfter === null) return <Row name="The kernel">never gives up</Row>
  return (
    <Row name="The kernel gives up after">
      <KernelField
        label="The kernel gives up after"
        field="giveUpAfter"
        value={kernel.giveUpAfter}
        unit="ms"
        of={(n) => ({ giveUpAfter: n })}
      />
    </Row>
  )
}

function kernelOf(shape: string, before: Kernel): Kernel {
  if (shape === 'never') return { giveUpAfter: null }
  if (shape === 'after') return { giveUpAfter: 127_000 }
  const synRetries = 'release' in before ? before.synRetries : defaultSynRetries
  return shape === '3.7'
    ? { release: '3.7', synRetries, linearTimeouts: 0 }
    : { release: '6.5', synRetries, linearTimeouts: 4 }
}

const defaultSynRetries = 'release' in defaultKernel ? defaultKernel.synRetries : 6

type KernelFieldProps = {
  readonly label: string
  readonly field: 'synRetries' | 'linearTimeouts' | 'giveUpAfter'
  readonly value: number
  readonly unit?: string
  readonly of: (value: number) => Kernel
}

function KernelField({ label, field, value, unit, of }: KernelFieldProps) {
  const path = `world.kernel.${field}`
  return (
    <Field
      label={label}
      path={path}
      shown={shownValue(value)}
      plain={String(value)}
      {...(unit && { unit })}
      onText={(text) => typeField(field, path, text, (next) => (scenario) => setWorld(scenario, { kernel: of(next) }))}
    />
  )
}

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

/** The next seed in an order that looks like none. */
const STRIDE = 2_654_435_761

function Reroll({ seed }: { readonly seed: number }) {
  return (
    <button
      type="button"
      title="Draw another seed"
      onClick={() => edit((scenario) => setSeed(scenario, (seed + STRIDE) % (limits.seed + 1)))}
    >
      <Icon name="reset" />
      Re-roll
    </button>
  )
}

function WorkloadRow({ world }: { readonly world: WorldData }) {
  const { workload, nodes } = world
  const choose = (chosen: string) => {
    const next: Workload = chosen === 'send' ? { kind: 'send' } : { kind: 'leader', node: Number(chosen) }
    edit((scenario) => setWorld(scenario, { workload: next }))
  }
  return (
    <Row name="Caller">
      <select
        aria-label="Caller"
        value={workload.kind === 'leader' ? String(workload.node) : 'send'}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="send">calls send() at 0</option>
        {nodes.map((node, index) => (
          <option key={index} value={index}>
            asks for {node.name}, its leader
          </option>
        ))}
      </select>
    </Row>
  )
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
