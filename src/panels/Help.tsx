import type { Scenario } from '../scenario/scenario.ts'
import { useLab } from '../store/lab.ts'
import { readModelled } from '../store/reading.ts'
import { switchLetters } from '../store/theme.ts'
import { Sheet } from './Sheet.tsx'

type Lab = Scenario['lab']

/** What the page is about, by lab. */
const subjects: { readonly [lab in Lab]: string } = {
  client: 'The page runs a Kafka client against brokers that misbehave as you ask, millisecond by millisecond',
  requests:
    'The page runs a producer and its records, or one call of a consumer or an admin client, against brokers that misbehave as you ask, millisecond by millisecond',
  quorum:
    'The page runs the nodes of a KRaft quorum, which fail and lose messages as you ask, millisecond by millisecond',
  replication: 'The page takes one replicated partition through a schedule, step by step, as each release would',
}

/** `only`: the labs that have such a thing; absent: all do. */
type Key = readonly [keys: readonly string[], does: string, only?: readonly Lab[]]

const records: readonly Lab[] = ['requests']
/** Where time passes, and faults lie in it. */
const timed: readonly Lab[] = ['client', 'requests', 'quorum']
const partition: readonly Lab[] = ['replication']

const groups: readonly (readonly [title: string, ...keys: readonly Key[]])[] = [
  [
    'View',
    [['+', 'W', '↑'], 'zoom in at the cursor'],
    [['-', 'S', '↓'], 'zoom out'],
    [['A', '←'], 'earlier'],
    [['D', '→'], 'later'],
    [['0', 'Home'], 'the whole run'],
    [['F'], 'the selection in the middle; again: the whole run'],
    [['L'], 'elastic or true linear axis'],
    [['ctrl', 'wheel'], 'zoom at the pointer; shift and wheel: pan'],
  ],
  [
    'A marked stretch',
    [['shift', 'drag'], 'marks a stretch, on the picture or the minimap'],
    [['[', ']'], 'it begins or ends at the playhead'],
    [['Enter'], 'look into it; the way out stands over the picture'],
    [['Esc'], 'takes the mark away'],
  ],
  [
    'Time',
    [['space'], 'play and pause; within a marked stretch, round and round'],
    [['.', ','], 'next and previous event, of all variants in order of time'],
    [['shift', '. ,'], 'along the same lane'],
    [['Enter'], 'next event; with shift the previous one'],
    [['X'], 'where neighbouring variants part first; again: the next pair'],
  ],
  [
    'Faults on the picture',
    [['drag'], 'an end stretches it, its middle moves it; with alt a copy; ctrl: without snapping', timed],
    [
      ['N'],
      'a new one at the playhead, on the broker or node of the selected event, else on one that nothing happens to',
      timed,
    ],
    [['double click'], 'on an empty lane: a new one; on a fault: its parts', timed],
    [['Tab'], 'to a fault; ↑ ↓ to another, Esc away', timed],
    [['←', '→'], 'moves it; with shift its end, with alt its start', timed],
    [['space'], 'switches it off and on', timed],
    [['ctrl', 'D'], 'copies it; Delete removes it, Enter shows its parts', timed],
  ],
  [
    'What happens next',
    [['←', '→'], 'on a step: to the next one of that broker', partition],
    [['↑', '↓'], 'on a step: to the same place of another broker', partition],
    [['Enter'], 'takes it; what came after the cursor gives way to it', partition],
  ],
  [
    'The list',
    [['/'], 'search'],
    [['Enter'], 'in the search: next find; with shift the previous one'],
    [['↑', '↓'], 'in the list: event by event'],
  ],
  ['Where the time went', [['←', '→'], 'on a bar: stretch by stretch; Enter leads to its moment', records]],
  [
    'The question',
    [['ctrl', 'Z'], 'undo'],
    [['ctrl', 'shift', 'Z'], 'redo'],
    [['↑', '↓'], 'in a number field: more and less'],
    [['Esc'], 'in a field: back to the last good value'],
    [['alt', '↑ ↓'], 'on a call of the application: it passes its neighbour', records],
    [['?'], 'this help'],
  ],
]

/** The keys that a lab has. */
const groupsOf = (lab: Lab): typeof groups =>
  groups.flatMap(([title, ...keys]): (typeof groups)[number][] => {
    const own = keys.filter(([, , only]) => only === undefined || only.includes(lab))
    return own.length === 0 ? [] : [[title, ...own]]
  })

/** What fingers do. Nobody has these keys on a telephone, so there they come first. */
const touches: readonly (readonly [gesture: string, does: string, only?: readonly Lab[]])[] = [
  ['tap a mark', 'what happened there; “why?” leads to its reasons'],
  ['tap beside', 'the playhead comes'],
  ['drag sideways', 'earlier and later, where the picture is zoomed in; up and down scrolls the page'],
  ['pinch', 'zoom in and out'],
  ['rest on a lane', 'a new fault, where nothing else is; a chosen one is dragged by its handles', timed],
  ['drag the badge', 'moves the playhead, as the slider at the bottom does'],
  ['drag on the strip', 'shows that part of the run; its box and edges can be dragged too'],
  ['tap [-]', 'marks a stretch; drag its ends'],
  ['swipe the cards', 'the difference first, then each variant’s answer'],
]

function Touches({ lab }: { readonly lab: Lab }) {
  return (
    <section className="touches">
      <h3>By touch</h3>
      <dl>
        {touches
          .filter(([, , only]) => only === undefined || only.includes(lab))
          .map(([gesture, does]) => (
            <div key={gesture}>
              <dt>{gesture}</dt>
              <dd>{does}</dd>
            </div>
          ))}
      </dl>
    </section>
  )
}

const colours: readonly (readonly [tint: string, word: string, what: string])[] = [
  ['kernel', 'kernel', 'dotted amber: the kernel decides how long this lasts'],
  ['config', 'setting', 'blue: a setting of Kafka decides'],
  ['backoff', 'backoff', 'grey, hatched: the client waits before it tries again'],
  ['ready', 'healthy', 'green: the connection carries requests'],
  ['fail', 'failed', 'red: a fault that you asked for, or what failed'],
  [
    'fail',
    'collateral',
    'red, cross-hatched, and a diamond at its end: what the timeout of another request took along',
  ],
]

/** In the quorum lab, of roles, timers and the arrows between nodes. */
const quorumColours: typeof colours = [
  ['leads', 'leads', 'violet: leads an epoch; an arrow: EndQuorumEpoch'],
  ['ready', 'follows', 'green: follows; an arrow: an answer to a Fetch'],
  ['kernel', 'seeks', 'amber: stands for election; an arrow: Vote or PreVote, and its answer'],
  [
    'config',
    'setting',
    'blue: a setting of Kafka decides, and the time left on a fetch timer; an arrow: Fetch or UpdateRaftVoter',
  ],
  ['edge', 'begin', 'grey, dashed: BeginQuorumEpoch and its answer, which reset no timer'],
  ['fail', 'failed', 'red: a fault that you asked for, no leader, or what failed; a cross: a message that was lost'],
]

/** In the replication lab, of replicas, records and what can be lost. */
const partitionColours: typeof colours = [
  ['leads', 'leads', 'violet, with a crown: leads; to be seen on real brokers is violet, too'],
  ['ready', 'in sync', 'green: in the ISR, which a frame holds together; of a record: acknowledged, ✓'],
  ['kernel', 'eligible', 'amber: out of the ISR, and an eligible leader replica (ELR)'],
  ['backoff', 'out', 'grey, hatched: out of the ISR; of a record: its producer cannot know'],
  [
    'config',
    'sent',
    'blue: a record below the high watermark; in a dashed frame it is above, and no consumer reads it',
  ],
  ['fail', 'lost', 'red: down, refused, blocked or lost; struck out: what a log held there once'],
]

const coloursOf: { readonly [lab in Lab]: typeof colours } = {
  client: colours,
  requests: colours,
  quorum: quorumColours,
  replication: partitionColours,
}

/** Every key, and what the colours say. */
export default function Help({ onClose }: { readonly onClose: () => void }) {
  const letters = useLab((state) => state.letters)
  const lab = useLab((state) => state.draft.scenario.lab)
  return (
    <Sheet title="Help and keys" kind="help" onClose={onClose}>
      {(close) => (
        <>
          <p>
            {subjects[lab]}, in one run for each variant. Change anything on the left: the runs, the picture and the
            verdicts follow. Click anything in the picture to see why it happened. Nothing leaves your browser.{' '}
            <button
              type="button"
              className="link"
              onClick={() => {
                close()
                readModelled()
              }}
            >
              What is modelled, and what is not
            </button>
          </p>
          <ul className="legend">
            {coloursOf[lab].map(([tint, word, what]) => (
              <li key={word}>
                <span className="dot" style={{ background: `var(--${tint})` }} aria-hidden="true" /> {what}
              </li>
            ))}
          </ul>
          <div className="keys">
            <Touches lab={lab} />
            {groupsOf(lab).map(([title, ...keys]) => (
              <section key={title}>
                <h3>{title}</h3>
                <dl>
                  {keys.map(([names, does]) => (
                    <div key={does}>
                      <dt>
                        {names.map((name) => (
                          <kbd key={name}>{name}</kbd>
                        ))}
                      </dt>
                      <dd>{does}</dd>
                    </div>
                  ))}
                </dl>
              </section>
            ))}
          </div>
          <label className="letters">
            <input type="checkbox" checked={letters} onChange={(event) => switchLetters(event.target.checked)} /> Single
            letters are keys
          </label>
        </>
      )}
    </Sheet>
  )
}
