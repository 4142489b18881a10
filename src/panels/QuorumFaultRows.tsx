import { SLOWER } from '../scenario/conditions.ts'
import type { updateFault } from '../scenario/edit.ts'
import { hasField, messagesIn } from '../scenario/faultFields.ts'
import type { QuorumFaultKind } from '../scenario/quorumWorld.ts'
import type { Fault, FaultKind, Node } from '../scenario/scenario.ts'
import { Choice } from './Choice.tsx'
import { placeOf } from './faultPlace.ts'
import { OptionalField } from './OptionalField.tsx'
import { Row } from './Row.tsx'

type Props = {
  readonly fault: Fault
  readonly index: number
  readonly nodes: readonly Node[]
  readonly onChange: (part: Parameters<typeof updateFault>[2]) => void
}

/** What only a fault of a quorum has: the node at the other end, the message, how a pause ends. */
export default function QuorumFaultRows({ fault, index, nodes, onChange }: Props) {
  const { kind, way, message, slower, nth, resumes } = fault
  const node = nodes[fault.node]?.name ?? `n${fault.node + 1}`
  return (
    <>
      <p className="quiet kind-help">{isOfQuorum(kind) && kindHelp[kind]}</p>
      {hasField(kind, 'message') && (
        <Choice
          name="Which message"
          value={message ?? 'Fetch'}
          choices={messagesIn('quorum').map((each) => [each, each] as const)}
          onChoose={(next) => onChange({ message: next })}
        />
      )}
      {hasField(kind, 'peer') && <PeerRow fault={fault} nodes={nodes} onChange={onChange} />}
      {hasField(kind, 'way') && (
        <Choice
          name="Which way"
          value={way ?? ''}
          choices={[
            ['', 'both ways'],
            ['to broker', `to ${node}`],
            ['from broker', `from ${node}`],
          ]}
          onChoose={(next) => onChange({ way: next === '' ? undefined : next })}
        />
      )}
      {hasField(kind, 'slower') && (
        <Row name="Slower, one way">
          <OptionalField
            {...placeOf(index, 'slower')}
            field="slower"
            label="Slower, one way"
            placeholder={String(SLOWER)}
            value={slower}
          />
        </Row>
      )}
      {hasField(kind, 'nth') && (
        <Row name="The nth since then">
          <OptionalField
            {...placeOf(index, 'nth')}
            field="nth"
            label="The nth since then"
            placeholder="1"
            value={nth}
          />
        </Row>
      )}
      {hasField(kind, 'toldAfter') && !message?.endsWith(' answer') && (
        <Row name={`${node} learns of it after`}>
          <OptionalField
            {...placeOf(index, 'toldAfter')}
            field="toldAfter"
            label={`${node} learns of it after`}
            placeholder="never"
            value={fault.toldAfter}
          />
        </Row>
      )}
      {hasField(kind, 'resumes') && (
        <Choice
          name="It then takes first"
          value={resumes ?? 'timers'}
          choices={[
            ['timers', 'its timers'],
            ['inbox', 'its inbox'],
          ]}
          onChoose={(next) => onChange({ resumes: next === 'timers' ? undefined : next })}
        />
      )}
    </>
  )
}

function PeerRow({ fault, nodes, onChange }: Omit<Props, 'index'>) {
  const { kind, node, peer } = fault
  const others = nodes.map(({ name }, index): [string, string] => [String(index), name]).filter((_, i) => i !== node)
  const gone: [string, string][] =
    peer === undefined || nodes[peer] ? [] : [[String(peer), `no such node (n${peer + 1})`]]
  return (
    <Choice
      name={kind === 'lose message' ? 'To' : 'Its link with'}
      value={peer === undefined ? '' : String(peer)}
      choices={[['', kind === 'lose message' ? 'each other node' : 'all others'], ...others, ...gone]}
      onChoose={(next) => onChange({ peer: next === '' ? undefined : Number(next) })}
    />
  )
}

const isOfQuorum = (kind: FaultKind): kind is QuorumFaultKind => Object.hasOwn(kindHelp, kind)

/** What each kind does to a node of a quorum. */
const kindHelp: { readonly [kind in QuorumFaultKind]: string } = {
  'lose message':
    'The nth message of a kind that this node sends, counted from then on, is lost for good and without a word, as with a connection that dies silently; or its sender is told BROKER_NOT_AVAILABLE, as by a connection that resets. A lost TCP packet is no such thing: it is sent again, and the message is late. That is a slow link.',
  'cut link': 'What is sent on these links is lost, both ways or one. Nobody is told.',
  'slow link': 'Messages need longer on these links, both ways or one.',
  pause:
    'As in a long garbage collection: the whole process stands still, messages wait in its inbox, and what is parked at it waits too.',
  stop: 'The process ends: what it had parked, its timers and its slots are gone. When it starts again it has its log and its vote.',
  'shut down': 'It leaves in good order: a leader resigns first, and nobody comes back.',
  resign: 'A leader resigns and sends EndQuorumEpoch; nothing happens to one who does not lead.',
  append: 'A record is handed to the leader, which answers the Fetches that are parked; nothing happens elsewhere.',
}
