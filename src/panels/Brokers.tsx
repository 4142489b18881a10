import { useId, useRef, useState } from 'react'
import { removeNode, setNode, setNodes, setWorld } from '../scenario/edit.ts'
import type { Parsed } from '../scenario/fields.ts'
import { shownText } from '../scenario/reader.ts'
import { limits, memberships, type Node, type Scenario } from '../scenario/scenario.ts'
import { edit, settle } from '../store/edits.ts'
import { lab, useLab } from '../store/lab.ts'
import { typeText } from '../store/typing.ts'
import { Dial, OneInHand } from './Dial.tsx'
import { Complaint } from './Field.tsx'
import { useNextFocus } from './focus.ts'
import { Icon } from './Icon.tsx'
import { Row } from './Row.tsx'

/** Each broker, folded: its name, and once it is opened how the client knows it. */
export function Brokers() {
  const nodes = useLab((state) => state.draft.scenario.world.nodes)
  const [opened, setOpened] = useState<number>()
  const list = useRef<HTMLElement>(null)
  const goToNext = useNextFocus(list, '.broker .name')
  const add = () => {
    edit((scenario) => setNodes(scenario, scenario.world.nodes.length + 1))
    setOpened(nodes.length)
  }
  return (
    <details className="more">
      <summary>
        Each broker <span className="quiet">{saidBrokers(nodes)}</span>
      </summary>
      <section aria-label="Each broker" ref={list}>
        <ul>
          {nodes.map((node, index) => (
            <li key={index} className="boxed">
              <Broker
                node={node}
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
        <button type="button" className="link" onClick={add} disabled={nodes.length >= limits.nodes}>
          + add a broker
        </button>
      </section>
    </details>
  )
}

/** `all in bootstrap.servers`, `2 in bootstrap.servers, 1 left`. */
function saidBrokers(nodes: readonly Node[]): string {
  const known = nodes.filter(({ bootstrap }) => bootstrap).length
  const parts = [
    `${known === nodes.length ? 'all' : known} in bootstrap.servers`,
    ...memberships.map((membership) => {
      const count = nodes.filter((node) => node.membership === membership).length
      return count > 0 ? `${count} ${membership}` : ''
    }),
    nodes.some(({ addresses }) => addresses > 1) ? 'several addresses' : '',
  ]
  return parts.filter((part) => part !== '').join(' · ')
}

type BrokerProps = {
  readonly node: Node
  readonly index: number
  readonly nodes: readonly Node[]
  readonly open: boolean
  readonly onOpen: () => void
  readonly onRemove: () => void
}

function Broker({ node, index, nodes, open, onOpen, onRemove }: BrokerProps) {
  const parts = useId()
  return (
    <>
      <div className="broker">
        <Name node={node} index={index} />
        {!node.bootstrap && <span className="mark">no bootstrap</span>}
        {node.membership && <span className="mark">{node.membership}</span>}
        <button
          type="button"
          className="icon bare"
          aria-label={`How the client knows ${node.name}`}
          aria-expanded={open}
          aria-controls={parts}
          onClick={onOpen}
        >
          <Icon name="down" />
        </button>
        <button
          type="button"
          className="icon bare"
          aria-label={`Remove ${node.name}`}
          title="Remove this broker; its faults stay, for a broker to come"
          disabled={nodes.length === 1}
          onClick={() => {
            onRemove()
            edit((scenario) => removeNode(scenario, index))
          }}
        >
          <Icon name="remove" />
        </button>
      </div>
      <div id={parts} className={open ? 'boxed-parts' : undefined}>
        {open && <Parts node={node} index={index} nodes={nodes} />}
      </div>
    </>
  )
}

/** Two brokers of one name, or one without any, could not be told apart. */
function Name({ node, index }: Pick<BrokerProps, 'node' | 'index'>) {
  const path = `world.nodes.${index}.name`
  const slip = useLab((state) => state.draft.slips[path]?.text)
  const id = useId()
  return (
    <>
      <input
        type="text"
        className="name"
        name={path}
        aria-label={`Name of broker ${index + 1}`}
        aria-invalid={slip !== undefined}
        aria-describedby={slip === undefined ? undefined : id}
        autoComplete="off"
        spellCheck={false}
        maxLength={limits.nameLength}
        value={slip ?? node.name}
        onChange={(event) => rename(index, path, event.target.value)}
        onBlur={settle}
      />
      {slip !== undefined && <Complaint id={id} path={path} />}
    </>
  )
}

function rename(index: number, path: string, typed: string): void {
  const text = shownText(typed)
  const parsed = parsedName(text, path, index, lab().draft.scenario.world.nodes)
  typeText(path, text, parsed, (name) => (scenario) => setNode(scenario, index, { name }))
}

function parsedName(text: string, path: string, index: number, nodes: readonly Node[]): Parsed<string> {
  const hint = 'Give each broker a name of its own.'
  if (text.trim() === '') return { problem: { path, what: 'A broker needs a name.', hint } }
  const taken = nodes.some(({ name }, other) => other !== index && name === text)
  return taken ? { problem: { path, what: `Another broker is called ${text}.`, hint } } : { value: text }
}

const membershipWords: { readonly [key: string]: readonly [choice: string, help: string] } = {
  '': ['is in the cluster', 'The client knows it, and each answer lists it.'],
  left: ['has left it', 'The client knows it from earlier metadata; no answer lists it any more.'],
  joined: ['has joined since', 'Answers list it; the client has yet to learn of it.'],
}

function Parts({ node, index, nodes }: Pick<BrokerProps, 'node' | 'index' | 'nodes'>) {
  const last = node.bootstrap && nodes.filter(({ bootstrap }) => bootstrap).length === 1
  const chosen = node.membership ?? ''
  const member = (text: string) => {
    const membership = memberships.find((each) => each === text)
    edit((scenario) => setNode(scenario, index, { membership }))
  }
  return (
    <OneInHand>
      <label className="row">
        <span className="row-name">
          In <code>bootstrap.servers</code>
          {last && <span className="quiet"> · the only one, so it stays</span>}
        </span>
        <input
          type="checkbox"
          checked={node.bootstrap}
          disabled={last}
          onChange={(event) => {
            const bootstrap = event.target.checked
            edit((scenario) => setBootstrap(scenario, index, bootstrap))
          }}
        />
      </label>
      <Dial
        label="Addresses"
        field="addresses"
        path={`world.nodes.${index}.addresses`}
        value={node.addresses}
        range={[1, limits.addresses]}
        help="How many addresses its name resolves to. The client tries them one after the other, in the order of the answer."
        usual={{ value: 1, whose: 'unless it is set' }}
        changed={node.addresses !== 1}
        change={(addresses) => (scenario) => setNode(scenario, index, { addresses })}
        reset={(scenario) => setNode(scenario, index, { addresses: 1 })}
      />
      <Row name="It">
        <select
          aria-label={`Membership of ${node.name}`}
          className={chosen === '' ? undefined : 'changed'}
          value={chosen}
          onChange={(event) => member(event.target.value)}
        >
          {Object.entries(membershipWords).map(([membership, [choice]]) => (
            <option key={membership} value={membership}>
              {choice}
            </option>
          ))}
        </select>
      </Row>
      <p className="quiet kind-help">{membershipWords[chosen]?.[1]}</p>
    </OneInHand>
  )
}

/** Nobody can ask for a broker before any metadata that is no bootstrap server: what was busy with it turns to the first that is. */
function setBootstrap(scenario: Scenario, index: number, bootstrap: boolean): Scenario {
  const edited = setNode(scenario, index, { bootstrap })
  const { workload, nodes } = edited.world
  if (workload.kind !== 'busy' || nodes[workload.node]?.bootstrap) return edited
  return setWorld(edited, { workload: { kind: 'busy', node: nodes.findIndex((node) => node.bootstrap) } })
}
