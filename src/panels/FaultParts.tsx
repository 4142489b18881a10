import { lazy, Suspense } from 'react'
import { letterOf } from '../base/letter.ts'
import { SLOWER } from '../scenario/conditions.ts'
import { setVariantFault, updateFault } from '../scenario/edit.ts'
import { faultKindsIn, hasField, lasts } from '../scenario/faultFields.ts'
import { type Parsed, parseField } from '../scenario/fields.ts'
import {
  answeredStill,
  type ClientFaultKind,
  type Fault,
  type FaultKind,
  linkWays,
  losableMessages,
  type Node,
  produceErrors,
  unreachableBy,
  type Variant,
} from '../scenario/scenario.ts'
import { edit } from '../store/edits.ts'
import { useLab } from '../store/lab.ts'
import { typeText } from '../store/typing.ts'
import { Boundary } from './Boundary.tsx'
import { Choice } from './Choice.tsx'
import { Field } from './Field.tsx'
import { brokerOf, isOnIn } from './faultFacts.ts'
import { type OptionalName, placeOf } from './faultPlace.ts'
import { OptionalField } from './OptionalField.tsx'
import { Row } from './Row.tsx'
import { shownValue } from './values.ts'

const QuorumFaultRows = lazy(() => import('./QuorumFaultRows.tsx'))

type Props = {
  readonly fault: Fault
  readonly index: number
  readonly nodes: readonly Node[]
  readonly variants: readonly Variant[]
}
type Part = Parameters<typeof updateFault>[2]

/** All that can be said of one fault: whom it strikes, how, when, and in which variants. */
export function FaultParts({ fault, index, nodes, variants }: Props) {
  const { kind } = fault
  const lab = useLab((state) => state.draft.scenario.lab)
  const kinds = useKinds(kind)
  const change = (part: Part) => edit((scenario) => updateFault(scenario, index, part))
  return (
    <div className="fault-parts">
      <BrokerRow
        name={lab === 'quorum' ? 'Node' : 'Broker'}
        fault={fault}
        nodes={nodes}
        onChoose={(node) => change({ node })}
      />
      <Choice
        name="What happens"
        value={kind}
        choices={kinds.map((each) => [each, each])}
        onChoose={(next) => change({ kind: next })}
      />
      {lab === 'quorum' ? (
        <Boundary>
          <Suspense>
            <QuorumFaultRows fault={fault} index={index} nodes={nodes} onChange={change} />
          </Suspense>
        </Boundary>
      ) : (
        <>
          <p className="quiet kind-help">{kind in kindHelp && kindHelp[kind as ClientFaultKind]}</p>
          <OwnRows fault={fault} index={index} onChange={change} />
          <AddressRow fault={fault} index={index} nodes={nodes} />
        </>
      )}
      <Row name={lasts(kind) ? 'From' : 'At'}>
        <FromField fault={fault} index={index} />
      </Row>
      {lasts(kind) && (
        <Row name="Until">
          <UntilField fault={fault} index={index} />
        </Row>
      )}
      {variants.length > 1 && <VariantsRow fault={fault} index={index} variants={variants} />}
    </div>
  )
}

type BrokerProps = Pick<Props, 'fault' | 'nodes'> & {
  readonly name: string
  readonly onChoose: (node: number) => void
}

/** One that is not there (any more) is named as such, until another is chosen or it comes back. */
function BrokerRow({ name: called, fault, nodes, onChoose }: BrokerProps) {
  const all = nodes.map(({ name }, node): [string, string] => [String(node), name])
  const gone: [string, string][] = nodes[fault.node] ? [] : [[String(fault.node), brokerOf(fault, nodes)]]
  return (
    <Choice
      name={called}
      value={String(fault.node)}
      choices={[...all, ...gone]}
      onChoose={(node) => onChoose(Number(node))}
    />
  )
}

type OwnProps = Pick<Props, 'fault' | 'index'> & { readonly onChange: (part: Part) => void }

/** What only this kind has. */
function OwnRows({ fault, index, onChange }: OwnProps) {
  const { kind, way, by, message, resets, slower, nth, answers, partition, error } = fault
  const place = (name: OptionalName) => placeOf(index, name)
  return (
    <>
      {hasField(kind, 'way') && (
        <Choice
          name="Which way"
          value={way ?? ''}
          choices={[['', 'both ways'], ...linkWays.map((each) => [each, each] as const)]}
          onChoose={(next) => onChange({ way: next === '' ? undefined : next })}
        />
      )}
      {hasField(kind, 'slower') && (
        <Row name="Slower, one way">
          <OptionalField
            {...place('slower')}
            field="slower"
            label="Slower, one way"
            placeholder={String(SLOWER)}
            value={slower}
          />
        </Row>
      )}
      {hasField(kind, 'by') && (
        <Choice
          name="Said by"
          value={by ?? 'ICMP host'}
          choices={unreachableBy.map((each) => [each, saidBy[each]])}
          onChoose={(next) => onChange({ by: next })}
        />
      )}
      {hasField(kind, 'message') && (
        <Choice
          name="Which message"
          value={message ?? 'request'}
          choices={losableMessages.map((each) => [each, each])}
          onChoose={(next) => onChange({ message: next })}
        />
      )}
      {hasField(kind, 'nth') && (
        <Row name="The nth since then">
          <OptionalField {...place('nth')} field="nth" label="The nth since then" placeholder="1" value={nth} />
        </Row>
      )}
      {hasField(kind, 'resets') && (
        <Choice
          name="The next segment meets"
          value={resets ? 'RST' : 'silence'}
          choices={[
            ['silence', 'silence: a firewall forgot'],
            ['RST', 'RST: the host crashed'],
          ]}
          onChoose={(next) => onChange({ resets: next === 'RST' || undefined })}
        />
      )}
      {hasField(kind, 'answers') && (
        <Choice
          name="Still answered"
          value={answers ?? ''}
          choices={[['', 'nothing'], ...answeredStill.map((each) => [each, each] as const)]}
          onChoose={(next) => onChange({ answers: next === '' ? undefined : next })}
        />
      )}
      {hasField(kind, 'answers') && (
        <Choice
          name="It still answers"
          value={answers ?? ''}
          choices={[['', 'nothing'], ...answeredStill.map((each) => [each, each] as const)]}
          onChoose={(next) => onChange({ answers: next === '' ? undefined : next })}
        />
      )}
      {hasField(kind, 'partition') && (
        <Row name="Leads partition">
          <OptionalField
            {...place('partition')}
            field="faultPartition"
            label="Leads partition"
            placeholder="every one"
            value={partition}
          />
        </Row>
      )}
      {hasField(kind, 'error') && (
        <Choice
          name="It answers"
          value={error ?? 'NOT_ENOUGH_REPLICAS'}
          choices={produceErrors.map((each) => [each, errorWords[each]])}
          onChoose={(next) => onChange({ error: next })}
        />
      )}
    </>
  )
}

const errorWords: { readonly [error in (typeof produceErrors)[number]]: string } = {
  NOT_LEADER_OR_FOLLOWER: 'NOT_LEADER_OR_FOLLOWER, retried',
  REQUEST_TIMED_OUT: 'REQUEST_TIMED_OUT, retried',
  NOT_ENOUGH_REPLICAS: 'NOT_ENOUGH_REPLICAS, retried',
  INVALID_TOPIC_EXCEPTION: 'INVALID_TOPIC_EXCEPTION, final',
}

/** What concerns only who sends records. */
const ofRecords: readonly FaultKind[] = ['take over', 'no leader', 'answer error']

/** The kinds that a lab has; one that a fault already is stays. */
function useKinds(kind: FaultKind): readonly FaultKind[] {
  const lab = useLab((state) => state.draft.scenario.lab)
  return faultKindsIn(lab).filter((each) => each === kind || lab !== 'client' || !ofRecords.includes(each))
}

const saidBy: { readonly [by in (typeof unreachableBy)[number]]: string } = {
  ARP: 'nobody answers ARP',
  'ICMP net': 'ICMP: network unreachable',
  'ICMP host': 'ICMP: host unreachable',
  'ICMP port': 'ICMP: port unreachable',
}

/** One address of several that the broker's name has; empty: all of them. */
function AddressRow({ fault, index, nodes }: Omit<Props, 'variants'>) {
  const addresses = nodes[fault.node]?.addresses ?? 1
  if (addresses === 1 && fault.address === undefined) return null
  return (
    <Row name={`Only its address (1 to ${addresses})`}>
      <OptionalField
        {...placeOf(index, 'address')}
        field="faultAddress"
        label="Only its address"
        placeholder="all"
        value={fault.address}
      />
    </Row>
  )
}

/** In which variants it is on: they differ in nothing else, where that is the question. */
function VariantsRow({ fault, index, variants }: Omit<Props, 'nodes'>) {
  const turn = (variant: number, on: boolean) =>
    edit((scenario) => setVariantFault(scenario, variant, index, on === fault.on ? undefined : on))
  return (
    <Row name="On in">
      {variants.map((variant, i) => (
        <label key={i} className="on-in">
          <input
            type="checkbox"
            aria-label={`On in variant ${letterOf(i)}`}
            checked={isOnIn(variant, index, fault)}
            onChange={(event) => turn(i, event.target.checked)}
          />
          {letterOf(i)}
        </label>
      ))}
    </Row>
  )
}

/** What each kind does to an attempt, to an open connection, and to a request. */
const kindHelp: { readonly [kind in ClientFaultKind]: string } = {
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
  mute: 'It accepts connections and swallows every request: nothing is ever answered, but for what it still answers.',
  stall: 'TCP comes up, but TLS or SASL never ends: a new connection never gets ready. Open ones go on.',
  'cut link': 'Packets are lost on the way, both ways or one; a connection is not closed, it falls silent.',
  'slow link': 'Packets need longer, both ways or one.',
  'lose message': 'One message is lost on the way: TCP sends it again, a SYN after 1 s, data after about 200 ms.',
  'take over': 'The broker leads a partition from then on, until the fault ends: who led before answers NOT_LEADER.',
  'no leader': 'The partitions that this broker leads have no leader: records for them wait.',
  'answer error': 'The broker answers PRODUCE with an error, and appends nothing.',
  'forget connections':
    'Connections that are open are forgotten, by a firewall or by a host that crashed: new ones work, old ones are silent or reset.',
}

function FromField({ fault, index }: Pick<Props, 'fault' | 'index'>) {
  const path = `world.faults.${index}.at`
  return (
    <Field
      label={lasts(fault.kind) ? 'From' : 'At'}
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
function UntilField({ fault, index }: Pick<Props, 'fault' | 'index'>) {
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
