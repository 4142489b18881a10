import { useRef, useState } from 'react'
import { brief } from '../base/brief.ts'
import { addFault, removeFault, updateFault } from '../scenario/edit.ts'
import { type Parsed, parseField } from '../scenario/fields.ts'

import { type Fault, type FaultKind, faultKinds, limits, linkWays, type Node } from '../scenario/scenario.ts'
import { edit } from '../store/edits.ts'
import { lab, useLab } from '../store/lab.ts'
import { typeText } from '../store/typing.ts'
import { Field } from './Field.tsx'
import { useNextFocus } from './focus.ts'
import { Icon } from './Icon.tsx'
import { Row } from './Row.tsx'
import { shownValue } from './values.ts'

/** What goes wrong, as a list: each fault in a line, its parts when it is opened. */
export function Faults() {
  const faults = useLab((state) => state.draft.scenario.world.faults)
  const nodes = useLab((state) => state.draft.scenario.world.nodes)
  const [opened, setOpened] = useState<number>()
  const section = useRef<HTMLElement>(null)
  const goToNext = useNextFocus(section, '.fault-name')
  const add = () => {
    edit((scenario) => addFault(scenario, { at: 0, kind: 'black hole', node: firstSound(nodes, faults), on: true }))
    setOpened(lab().draft.scenario.world.faults.length - 1)
  }
  return (
    <section className="part" aria-labelledby="faults" ref={section}>
      <h3 id="faults">
        Faults
        <span className="aside">
          <button type="button" className="link" onClick={add} disabled={faults.length >= limits.faults}>
            + add a fault
          </button>
        </span>
      </h3>
      <ul className="faults">
        {faults.map((fault, index) => (
          <li key={index}>
            <FaultLine
              fault={fault}
              index={index}
              nodes={nodes}
              open={opened === index}
              onOpen={() => setOpened(opened === index ? undefined : index)}
              onRemove={() => {
                setOpened(undefined)
                goToNext(index)
              }}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The first broker that nothing happens to yet. */
function firstSound(nodes: readonly Node[], faults: readonly Fault[]): number {
  const sound = nodes.findIndex((_, node) => !faults.some((fault) => fault.node === node))
  return Math.max(sound, 0)
}

/** `broker 1 black hole, from 0`, `broker 2 cut link to broker, 3 s to 9 s`. */
function said(fault: Fault, nodes: readonly Node[]): string {
  const span = fault.until === undefined ? `from ${clock(fault.at)}` : `${clock(fault.at)} to ${clock(fault.until)}`
  return `${nodes[fault.node]?.name ?? ''} ${fault.kind}${fault.way ? ` ${fault.way}` : ''}, ${span}`
}

const clock = (at: number): string => (at === 0 ? '0' : brief(at))

type LineProps = {
  readonly fault: Fault
  readonly index: number
  readonly nodes: readonly Node[]
  readonly open: boolean
  readonly onOpen: () => void
  readonly onRemove: () => void
}

function FaultLine({ fault, index, nodes, open, onOpen, onRemove }: LineProps) {
  const text = said(fault, nodes)
  const remove = () => {
    onRemove()
    edit((scenario) => removeFault(scenario, index))
  }
  const turn = (on: boolean) => edit((scenario) => updateFault(scenario, index, { on }))
  return (
    <div className={open ? 'fault open' : 'fault'}>
      <div className="fault-line">
        <input
          type="checkbox"
          aria-label={`${text}: on`}
          checked={fault.on}
          onChange={(event) => turn(event.target.checked)}
        />
        <button type="button" className="fault-name" aria-expanded={open} onClick={onOpen}>
          <span className={fault.on ? '' : 'off'}>{text}</span>
          <Icon name="down" />
        </button>
        <button
          type="button"
          className="icon bare"
          aria-label={`Remove: ${text}`}
          title="Remove this fault"
          onClick={remove}
        >
          <Icon name="remove" />
        </button>
      </div>
      {open && <FaultParts fault={fault} index={index} nodes={nodes} />}
    </div>
  )
}

function FaultParts({ fault, index, nodes }: Pick<LineProps, 'fault' | 'index' | 'nodes'>) {
  const change = (part: Parameters<typeof updateFault>[2]) => edit((scenario) => updateFault(scenario, index, part))
  return (
    <div className="fault-parts">
      <Row name="Broker">
        <select
          aria-label="Broker"
          value={fault.node}
          onChange={(event) => change({ node: Number(event.target.value) })}
        >
          {nodes.map((node, i) => (
            <option key={i} value={i}>
              {node.name}
            </option>
          ))}
        </select>
      </Row>
      <Row name="What happens">
        <select
          aria-label="What happens"
          value={fault.kind}
          onChange={(event) => change({ kind: kindOf(event.target.value) })}
        >
          {faultKinds.map((kind) => (
            <option key={kind}>{kind}</option>
          ))}
        </select>
      </Row>
      <p className="quiet kind-help">{kindHelp[fault.kind]}</p>
      {fault.kind === 'cut link' && (
        <Row name="Which way">
          <select
            aria-label="Which way"
            value={fault.way ?? ''}
            onChange={(event) => change({ way: wayOf(event.target.value) })}
          >
            <option value="">both ways</option>
            {linkWays.map((way) => (
              <option key={way}>{way}</option>
            ))}
          </select>
        </Row>
      )}
      <Row name="From">
        <FromField fault={fault} index={index} />
      </Row>
      <Row name="Until">
        <UntilField fault={fault} index={index} />
      </Row>
    </div>
  )
}

/** What each kind does to an attempt, to an open connection, and to a request. */
const kindHelp: { readonly [kind in FaultKind]: string } = {
  'black hole':
    'Every packet is lost, with no word: a SYN is sent again until a timeout, an open connection falls silent, requests vanish.',
  unreachable:
    'Nobody answers ARP, or a router sends an ICMP error: an attempt ends at once or after 3 s, an open connection falls silent.',
  'backlog full':
    'The accept queue of the listener is full: its kernel ignores each SYN, as if it were lost. Open connections go on.',
  refuse:
    'The port is closed: a SYN is refused at once, and so is what an open connection sends; its requests are lost with it.',
  stop: 'The process ends: open connections are reset, requests are lost, and each SYN is refused until it starts again.',
  pause:
    'As in a long garbage collection: the kernel still accepts SYNs and connections stay open, but requests wait until it ends.',
  mute: 'It accepts connections and swallows every request: nothing is ever answered.',
  stall: 'TCP comes up, but TLS or SASL never ends: a new connection never gets ready. Open ones go on.',
  'cut link': 'Packets are lost on the way, both ways or one; a connection is not closed, it falls silent.',
  'slow link': 'Packets need longer, both ways or one.',
  'lose message': 'One message is lost on the way: TCP sends it again, a SYN after 1 s, data after about 200 ms.',
  'forget connections':
    'Connections that are open are forgotten, by a firewall or by a host that crashed: new ones work, old ones are silent or reset.',
}

const kindOf = (text: string): FaultKind => faultKinds.find((kind) => kind === text) ?? 'black hole'
const wayOf = (text: string): Fault['way'] => linkWays.find((way) => way === text)

function FromField({ fault, index }: Pick<LineProps, 'fault' | 'index'>) {
  const path = `world.faults.${index}.at`
  return (
    <Field
      label="From"
      path={path}
      unit="ms"
      shown={shownValue(fault.at)}
      plain={String(fault.at)}
      onText={(text) =>
        typeText(
          path,
          text,
          parsedFrom(text, path, fault.until),
          (at) => (scenario) => updateFault(scenario, index, { at }),
        )
      }
    />
  )
}

function parsedFrom(text: string, path: string, until: number | undefined): Parsed<number> {
  const parsed = parseField('faultAt', text, path)
  if ('problem' in parsed || until === undefined || parsed.value < until) return parsed
  const what = 'A fault must begin before it ends.'
  return { problem: { path, what, hint: `Any earlier instant than ${until} ms; or change its end first.` } }
}

/** An empty field: the fault never ends. */
function UntilField({ fault, index }: Pick<LineProps, 'fault' | 'index'>) {
  const path = `world.faults.${index}.until`
  const { until } = fault
  return (
    <Field
      label="Until"
      path={path}
      unit="ms"
      placeholder="for ever"
      shown={until === undefined ? '' : shownValue(until)}
      plain={until === undefined ? '' : String(until)}
      onText={(text) =>
        typeText(
          path,
          text,
          parsedUntil(text, path, fault.at),
          (next) => (scenario) => updateFault(scenario, index, { until: next }),
        )
      }
    />
  )
}

function parsedUntil(text: string, path: string, at: number): Parsed<number | undefined> {
  if (text.trim() === '') return { value: undefined }
  const parsed = parseField('faultUntil', text, path)
  if ('problem' in parsed || parsed.value > at) return parsed
  const what = 'A fault must end after it begins.'
  return { problem: { path, what, hint: `Any later instant than ${at} ms, or nothing at all.` } }
}
