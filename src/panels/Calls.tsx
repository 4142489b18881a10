import { type KeyboardEvent, memo, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { grouped } from '../base/grouped.ts'
import { callRemarksOn } from '../scenario/callRemarks.ts'
import {
  addCall,
  type CallParts,
  copyCall,
  inOrder,
  moveCall,
  recordsIn,
  recordsOf,
  removeCall,
  updateCall,
} from '../scenario/editCalls.ts'
import { limits, type Produce, type ProduceCall } from '../scenario/scenario.ts'
import { type Change, edit } from '../store/edits.ts'
import { lab, useLab } from '../store/lab.ts'
import { typeField } from '../store/typing.ts'
import { Choice } from './Choice.tsx'
import { saidAt, saidCall } from './callFacts.ts'
import { Field } from './Field.tsx'
import { useNextFocus } from './focus.ts'
import { Icon } from './Icon.tsx'
import { OptionalField } from './OptionalField.tsx'
import { Row } from './Row.tsx'
import { shownValue } from './values.ts'

/** So many calls are listed unasked. */
const LISTED = 24
/** How long after the last call a new one comes, in ms. */
const NEXT_AFTER = 1_000

const callsNow = (): readonly ProduceCall[] => {
  const { workload } = lab().draft.scenario.world
  return workload.kind === 'produce' ? workload.calls : []
}

type CallsProps = { readonly produce: Produce; readonly client: ReactNode; readonly children: ReactNode }

/**
 * What the application calls, by time: each call in a line, its parts when it is opened; above them which client it has, below them
 * whatever else there is of it.
 */
export function Calls({ produce, client, children }: CallsProps) {
  const { calls, partitions } = produce
  const [opened, setOpened] = useState<number>()
  const [all, setAll] = useState(false)
  const [sought, setSought] = useState<number>()
  const section = useRef<HTMLElement>(null)
  const goToNext = useNextFocus(section, '.fault-name')
  const order = useOrder(calls, opened)
  const scenario = useLab((state) => state.draft.scenario)
  const remarks = useMemo(() => remarksByCall(callRemarksOn(scenario)), [scenario])
  useEffect(() => {
    if (sought === undefined) return
    const name = section.current?.querySelector<HTMLElement>(`[data-call="${sought}"]`)
    name?.closest('li')?.scrollIntoView?.({ block: 'nearest' })
    name?.focus({ preventScroll: true })
    setSought(undefined)
  }, [sought])
  const acts = useRef<Acts>(undefined)
  acts.current ??= {
    open: (index) => setOpened((now) => (now === index ? undefined : index)),
    removed: (place) => {
      setOpened(undefined)
      goToNext(place)
    },
    moved: (index) => {
      setOpened(undefined)
      setSought(index)
    },
    added: () => {
      const last = callsNow().length - 1
      if (inOrder(callsNow()).indexOf(last) >= LISTED) setAll(true)
      setOpened(last)
      setSought(last)
    },
  }
  const full = calls.length >= limits.calls || recordsIn(produce) >= limits.records
  const add = () => {
    const before = calls.length
    edit((scenario) => addCall(scenario, nextCall(callsNow())))
    if (callsNow().length > before) acts.current?.added()
  }
  const listed = all ? order : order.slice(0, LISTED)
  return (
    <section className="part" aria-labelledby="calls" ref={section}>
      <h3 id="calls">
        The application
        <span className="aside">
          {saidRecords(recordsIn(produce))} ·{' '}
          <button type="button" className="link" onClick={add} disabled={full}>
            + add a call
          </button>
        </span>
      </h3>
      {client}
      {calls.length === 0 && <p className="quiet">It calls nothing: no record is sent.</p>}
      <ol className="faults calls">
        {listed.map((index, place) => {
          const call = calls[index]
          return (
            call && (
              <li key={index}>
                <CallLine
                  call={call}
                  index={index}
                  place={place}
                  last={place === order.length - 1}
                  partitions={partitions}
                  remarks={remarks.get(index) ?? ''}
                  room={limits.records - recordsIn(produce) + recordsOf(call)}
                  open={opened === index}
                  acts={acts.current as Acts}
                />
              </li>
            )
          )
        })}
      </ol>
      {calls.length > LISTED && (
        <button type="button" className="link" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? `Show the first ${LISTED} only` : `Show all ${calls.length} calls`}
        </button>
      )}
      {children}
    </section>
  )
}

/** All remarks on a call in one text. */
function remarksByCall(remarks: ReturnType<typeof callRemarksOn>): ReadonlyMap<number, string> {
  const texts = new Map<number, string>()
  for (const { call, says } of remarks) texts.set(call, texts.has(call) ? `${texts.get(call)} ${says}` : says)
  return texts
}

const saidRecords = (count: number): string => (count === 1 ? '1 record' : `${grouped(count)} records`)

/** A record where the last one went, after all that there is. */
function nextCall(calls: readonly ProduceCall[]): CallParts {
  const [last] = inOrder(calls).slice(-1)
  const before = last === undefined ? undefined : calls[last]
  const send = calls.findLast((call) => call.what === 'send')
  const at = before === undefined ? 0 : Math.min(endOf(before) + NEXT_AFTER, limits.untilMs)
  return { at, what: 'send', ...(send?.partition !== undefined && { partition: send.partition }) }
}

const endOf = (call: ProduceCall): number =>
  call.at + (call.what === 'send' ? (recordsOf(call) - 1) * (call.every ?? 0) : 0)

/** The calls by time; while one is open they stay where they are, so that none jumps away from who types its instant. */
function useOrder(calls: readonly ProduceCall[], opened: number | undefined): readonly number[] {
  const held = useRef<readonly number[]>([])
  const keeps = opened !== undefined && held.current.length === calls.length
  if (!keeps) held.current = inOrder(calls)
  return held.current
}

/** What the lines tell the list; the same object for as long as the list is there. */
type Acts = {
  readonly open: (index: number) => void
  readonly removed: (place: number) => void
  readonly moved: (index: number) => void
  readonly added: () => void
}

type LineProps = {
  readonly call: ProduceCall
  readonly index: number
  readonly place: number
  readonly last: boolean
  readonly partitions: number
  readonly remarks: string
  /** How many records it may send, so that all together are not too many. */
  readonly room: number
  readonly open: boolean
  readonly acts: Acts
}

const directions: { readonly [key: string]: -1 | 1 } = { ArrowUp: -1, ArrowDown: 1 }

/** Remembered, so that an edit of one call draws one line and not two hundred. */
const CallLine = memo(function CallLine(props: LineProps) {
  const { call, index, place, last, partitions, remarks, room, open, acts } = props
  const at = saidAt(call)
  const text = saidCall(call, partitions)
  const spoken = `${at}: ${text}`
  const move = (direction: -1 | 1) => {
    const order = inOrder(callsNow())
    const next = order.indexOf(index) + direction
    if (order[next] === undefined) return
    edit((scenario) => moveCall(scenario, index, direction))
    acts.moved(next)
  }
  const keyed = (event: KeyboardEvent) => {
    const direction = event.altKey ? directions[event.key] : undefined
    if (direction === undefined) return
    event.preventDefault()
    move(direction)
  }
  return (
    <div className={open ? 'fault open' : 'fault'}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its buttons have the keys, and can do the same without them. */}
      <div className="fault-line" onKeyDown={keyed}>
        <button
          type="button"
          className="fault-name"
          data-call={index}
          aria-expanded={open}
          aria-label={spoken}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          onClick={() => acts.open(index)}
        >
          <span>
            <span className="quiet">{at}</span> {text}
          </span>
          <Icon name="down" />
        </button>
        <Copy index={index} spoken={spoken} acts={acts} />
        <button
          type="button"
          className="icon bare"
          aria-label={`Remove: ${spoken}`}
          title="Remove this call"
          onClick={() => {
            acts.removed(place)
            edit((scenario) => removeCall(scenario, index))
          }}
        >
          <Icon name="remove" />
        </button>
      </div>
      {remarks !== '' && <p className="fault-remark">{remarks}</p>}
      {open && <Parts {...{ call, index, partitions, room }} first={place === 0} last={last} onMove={move} />}
    </div>
  )
})

function Copy({ index, spoken, acts }: { readonly spoken: string } & Pick<LineProps, 'index' | 'acts'>) {
  const copy = () => {
    const before = callsNow().length
    edit((scenario) => copyCall(scenario, index))
    if (callsNow().length > before) acts.added()
  }
  return (
    <button type="button" className="icon bare" aria-label={`Copy: ${spoken}`} title="Copy this call" onClick={copy}>
      <Icon name="copy" />
    </button>
  )
}

type PartsProps = Pick<LineProps, 'call' | 'index' | 'partitions' | 'room' | 'last'> & {
  readonly first: boolean
  readonly onMove: (direction: -1 | 1) => void
}

const kinds: readonly (readonly [ProduceCall['what'], string])[] = [
  ['send', 'send()'],
  ['flush', 'flush()'],
  ['partitionsFor', 'partitionsFor()'],
  ['close', 'close()'],
]

const kindHelp: { readonly [what in ProduceCall['what']]: string } = {
  send: 'It hands records to the producer, each of which has a future and a callback.',
  flush: 'It waits until every record that was sent so far is done or has failed. Nothing lingers any more.',
  partitionsFor: 'It asks for the partitions of the topic: at once where they are known, else when metadata comes.',
  close: 'It sends no more; what is not done when its timeout is over is aborted. With 0 that is at once.',
}

/** All that can be said of one call. */
function Parts({ call, index, partitions, room, first, last, onMove }: PartsProps) {
  const { what } = call
  const path = `world.workload.calls.${index}`
  const change =
    (part: Parameters<typeof updateCall>[2]): Change =>
    (scenario) =>
      updateCall(scenario, index, part)
  return (
    <div className="fault-parts">
      <Choice name="It calls" value={what} choices={kinds} onChoose={(next) => edit(change({ what: next }))} />
      <p className="quiet kind-help">{kindHelp[what]}</p>
      <Row name="At">
        <Field
          label="At"
          path={`${path}.at`}
          unit="ms"
          shown={shownValue(call.at)}
          plain={String(call.at)}
          onText={(text) => typeField('callAt', `${path}.at`, text, (at) => change({ at }))}
        />
      </Row>
      {what === 'send' && <SendRows {...{ call, path, partitions, room, change }} />}
      {what === 'close' && (
        <Row name="Timeout">
          <OptionalField
            field="closeTimeout"
            path={`${path}.timeout`}
            label="Timeout"
            placeholder="none"
            value={call.timeout}
            change={(timeout) => change({ timeout })}
          />
        </Row>
      )}
      <p className="variant-tools">
        <button type="button" className="link" disabled={first} onClick={() => onMove(-1)}>
          Before the one above
        </button>
        <button type="button" className="link" disabled={last} onClick={() => onMove(1)}>
          After the one below
        </button>
      </p>
    </div>
  )
}

type SendProps = {
  readonly call: Extract<ProduceCall, { what: 'send' }>
  readonly path: string
  readonly partitions: number
  readonly room: number
  readonly change: (part: Parameters<typeof updateCall>[2]) => Change
}

function SendRows({ call, path, partitions, room, change }: SendProps) {
  const { count, every, partition } = call
  return (
    <>
      <Row name="Records">
        <OptionalField
          field="callCount"
          path={`${path}.count`}
          label="Records"
          placeholder="1"
          value={count}
          change={(next) => change({ count: next })}
          wrong={(next) => (next > room ? tooMany(room) : undefined)}
        />
      </Row>
      <Row name="One each">
        <OptionalField
          field="callEvery"
          path={`${path}.every`}
          label="One each"
          placeholder="at once"
          value={every}
          change={(next) => change({ every: next })}
        />
      </Row>
      {(partitions > 1 || partition !== undefined) && (
        <Row name={`To partition (0 to ${partitions - 1})`}>
          <OptionalField
            field="callPartition"
            path={`${path}.partition`}
            label="To partition"
            placeholder="in turn"
            value={partition}
            change={(next) => change({ partition: next })}
          />
        </Row>
      )}
    </>
  )
}

const tooMany = (room: number) => ({
  what: `A question sends at most ${grouped(limits.records)} records.`,
  hint: `At most ${grouped(room)} here, as the other calls are.`,
})
