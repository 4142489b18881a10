import { useRef } from 'react'
import { brief } from '../base/brief.ts'
import { setSeed, setWorld } from '../scenario/edit.ts'
import {
  addNode,
  canRemoveNode,
  linkIn,
  quorumOf,
  removeQuorumNode,
  setLink,
  setObserver,
  setQuorum,
  setVoters,
  votersIn,
} from '../scenario/editQuorum.ts'
import { limits, type Node, type Quorum, type World } from '../scenario/scenario.ts'
import { edit } from '../store/edits.ts'
import { useLab } from '../store/lab.ts'
import { Choice } from './Choice.tsx'
import { Dial, OneInHand } from './Dial.tsx'
import { useNextFocus } from './focus.ts'
import { Icon } from './Icon.tsx'
import { OptionalField } from './OptionalField.tsx'
import { FaultsWaiting, SeedDial, UntilDial } from './World.tsx'

/** The world of a quorum: who votes, how far everybody is from everybody, how the run begins. */
export default function QuorumWorld() {
  const scenario = useLab((state) => state.draft.scenario)
  const { world, seed, until } = scenario
  const quorum = quorumOf(scenario)
  if (quorum === undefined) return null
  return (
    <section className="part" aria-labelledby="world">
      <h3 id="world">World</h3>
      <OneInHand>
        <Dial
          label="Voters"
          field="voters"
          path="world.nodes"
          value={votersIn(world.nodes)}
          range={[1, limits.voters]}
          help="The nodes of controller.quorum.voters, all healthy. Of fewer, the last ones go; their faults wait for them."
          change={(count) => (before) => setVoters(before, count)}
        />
        <FaultsWaiting />
        <Dial
          label="Latency, one way"
          field="latency"
          path="world.latency"
          value={world.latency}
          range={[0, 1000]}
          help="From each node to each other, for every message, where no direction below says anything else."
          change={(latency) => (before) => setWorld(before, { latency })}
        />
        <Nodes nodes={world.nodes} />
        <Directions world={world} quorum={quorum} />
        <Start quorum={quorum} nodes={world.nodes} />
        <ProposedBound on={quorum.proposedBound ?? false} />
        <details className="more">
          <summary>
            More{' '}
            <span className="quiet">
              seed {seed} · {brief(until)}
            </span>
          </summary>
          <SeedDial
            path="seed"
            seed={seed}
            help="Where the dice begin: how long each node waits for an election, whom it asks. The same seed gives the same run."
            change={(next) => (before) => setSeed(before, next)}
          />
          <UntilDial until={until} most={60_000} />
        </details>
      </OneInHand>
    </section>
  )
}

/** `3 voters`, `3 voters, 1 observer`. */
function saidNodes(nodes: readonly Node[]): string {
  const voters = votersIn(nodes)
  const observers = nodes.length - voters
  const said = voters === 1 ? '1 voter' : `${voters} voters`
  return observers === 0 ? said : `${said}, ${observers === 1 ? '1 observer' : `${observers} observers`}`
}

/** Each node, folded: whether it votes, and the way to remove it. */
function Nodes({ nodes }: { readonly nodes: readonly Node[] }) {
  const list = useRef<HTMLElement>(null)
  const goToNext = useNextFocus(list, 'select')
  const voters = votersIn(nodes)
  return (
    <details className="more">
      <summary>
        Each node <span className="quiet">{saidNodes(nodes)}</span>
      </summary>
      <section aria-label="Each node" ref={list}>
        {nodes.map((node, index) => (
          <NodeRow key={index} node={node} index={index} nodes={nodes} onRemove={() => goToNext(index)} />
        ))}
        <p className="quiet">
          <button
            type="button"
            className="link"
            disabled={voters >= limits.voters || nodes.length >= limits.nodes}
            onClick={() => edit((scenario) => addNode(scenario, false))}
          >
            + add a voter
          </button>{' '}
          ·{' '}
          <button
            type="button"
            className="link"
            disabled={nodes.length >= limits.nodes}
            onClick={() => edit((scenario) => addNode(scenario, true))}
          >
            + add an observer
          </button>
        </p>
      </section>
    </details>
  )
}

type NodeProps = {
  readonly node: Node
  readonly index: number
  readonly nodes: readonly Node[]
  readonly onRemove: () => void
}

function NodeRow({ node, index, nodes, onRemove }: NodeProps) {
  const voters = votersIn(nodes)
  const stuck = node.observer ? voters >= limits.voters : voters === 1
  return (
    <div className="row">
      <span className="row-name">
        {node.name}
        {index === nodes.findIndex(({ observer }) => !observer) && <span className="quiet"> leads at first</span>}
      </span>
      <span className="row-value">
        <select
          aria-label={`${node.name} is`}
          value={node.observer ? 'observer' : 'voter'}
          disabled={stuck}
          onChange={(event) => {
            const observer = event.target.value === 'observer'
            edit((scenario) => setObserver(scenario, index, observer))
          }}
        >
          <option value="voter">voter</option>
          <option value="observer">observer</option>
        </select>
        <button
          type="button"
          className="icon bare"
          aria-label={`Remove ${node.name}`}
          title="Remove this node; those behind it take the numbers before theirs, its faults wait for a node to come"
          disabled={!canRemoveNode({ nodes }, index)}
          onClick={() => {
            onRemove()
            edit((scenario) => removeQuorumNode(scenario, index))
          }}
        >
          <Icon name="remove" />
        </button>
      </span>
    </div>
  )
}

/** How long a message takes from each node to each other. */
function Directions({ world, quorum }: { readonly world: World; readonly quorum: Quorum }) {
  const { nodes, latency } = world
  const own = quorum.links?.length ?? 0
  if (nodes.length < 2) return null
  return (
    <details className="more">
      <summary>
        Latency by direction <span className="quiet">{own === 0 ? 'all alike' : `${own} of their own`}</span>
      </summary>
      <div className="ways">
        <table>
          <caption className="unseen">Latency from each node to each other, in ms</caption>
          <thead>
            <tr>
              <th scope="col">from \ to</th>
              {nodes.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {nodes.map(({ name }, from) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {nodes.map((node, to) => (
                  <td key={node.name}>
                    {from !== to && (
                      <OptionalField
                        field="latency"
                        path={`world.workload.links.${from}-${to}`}
                        label={`Latency from ${name} to ${node.name}`}
                        placeholder={String(latency)}
                        value={linkIn(quorum, from, to)}
                        change={(value) => (scenario) => setLink(scenario, from, to, value)}
                      />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {own > 0 && (
        <button
          type="button"
          className="link"
          onClick={(event) => {
            event.currentTarget.closest('details')?.querySelector('input')?.focus()
            edit((scenario) => setQuorum(scenario, { links: undefined }))
          }}
        >
          All alike again
        </button>
      )}
    </details>
  )
}

function Start({ quorum: { start }, nodes }: { readonly quorum: Quorum; readonly nodes: readonly Node[] }) {
  const leader = nodes.find(({ observer }) => !observer)?.name
  return (
    <>
      <Choice
        name="It begins"
        value={start}
        choices={[
          ['steady', 'led and quiet'],
          ['elected', 'just elected'],
        ]}
        onChoose={(next) => edit((scenario) => setQuorum(scenario, { start: next }))}
      />
      <p className="quiet kind-help">
        {start === 'steady'
          ? `${leader} leads epoch 1, all logs are equal, and everybody has just been answered and fetches again.`
          : `${leader} has just won epoch 1: the others have voted for it, and nobody has told them yet.`}
      </p>
    </>
  )
}

function ProposedBound({ on }: { readonly on: boolean }) {
  return (
    <>
      <label className="row">
        <span className="row-name">Mark the proposed bound of 1000 ms</span>
        <input
          type="checkbox"
          checked={on}
          onChange={(event) => {
            const proposedBound = event.target.checked || undefined
            edit((scenario) => setQuorum(scenario, { proposedBound }))
          }}
        />
      </label>
      <p className="quiet kind-help">
        KIP-1236, a draft that no release has: beside each setting stands what it would refuse, and what it would let
        through though it does not fit. It changes no run.
      </p>
    </>
  )
}
