import { type ReactNode, useEffect } from 'react'
import { grouped } from '../base/grouped.ts'
import { counted } from '../findings/names.ts'
import {
  brokerCases,
  callerCases,
  countedSearches,
  doubtedStretches,
  measuredAttempts,
  measuredKernels,
  playedSchedules,
  producerReleases,
  producerRuns,
  quorumCases,
  recordedCases,
  senderCases,
  settingCases,
  settingsReleases,
  severalAddresses,
  verdictCases,
} from '../scenario/evidenceData.ts'
import { type Knob, knobValues } from '../scenario/knobs.ts'
import { knobWords } from '../scenario/knobWords.ts'
import {
  type Chapter,
  type Held,
  knownGaps,
  modelledCalls,
  modelledClient,
  modelledFaults,
  modelledProducer,
  modelledSettings,
  modelledSysctls,
  modelledTcp,
} from '../scenario/modelled.ts'
import { modelledPartition, partitionGaps } from '../scenario/modelledPartition.ts'
import { modelledQuorum, modelledQuorumFaults, quorumGaps } from '../scenario/modelledQuorum.ts'
import { clientFaultKinds } from '../scenario/scenario.ts'
import { type SettingKey, settingKeys } from '../scenario/settingForms.ts'
import { settingText } from '../scenario/settingTexts.ts'
import { sysctlNames, sysctls } from '../scenario/sysctls.ts'
import { workloadWords } from '../scenario/workloadWords.ts'
import { closeModelled } from '../store/reading.ts'
import { Dotted } from './Sentence.tsx'
import { Sheet } from './Sheet.tsx'

const cases = inAll(recordedCases)
const quorums = inAll(quorumCases)
const senders = inAll(senderCases)
const brokers = inAll(brokerCases)

type Counts = { readonly [release: string]: number }

function inAll(cases: Counts): number {
  return Object.values(cases).reduce((sum, count) => sum + count, 0)
}

/** `3.9.1: 262, 4.4.0: 262`. */
function ByRelease({ cases: counts }: { readonly cases: Counts }) {
  const told = Object.entries(counts).map(([release, count]) => `${release}: ${grouped(count)}`)
  return <span className="quiet">{told.join(', ')}.</span>
}

/** Where a thing stands on this page. */
const placeOf = (what: string): string => `modelled-${what.replaceAll(' ', '-')}`

function goTo(what: string): void {
  const place = document.getElementById(placeOf(what))
  place?.scrollIntoView?.({ block: 'start' })
  place?.focus({ preventScroll: true })
}

/** Chapter by chapter: what the lab does, what it leaves out, and what holds it to the real thing. `at`: what it opens at. */
export default function Modelled({ at }: { readonly at: string }) {
  useEffect(() => {
    if (at !== '') goTo(at)
  }, [at])
  return (
    <Sheet title="What is modelled, and what is not" kind="modelled" onClose={closeModelled}>
      <nav aria-label="On this page">
        {chapters.map(({ title }) => (
          <button key={title} type="button" className="link" onClick={() => goTo(title)}>
            {title}
          </button>
        ))}
      </nav>
      {chapters.map(({ title, Contents }) => (
        <section key={title} aria-labelledby={placeOf(title)}>
          <h3 id={placeOf(title)} tabIndex={-1}>
            {title}
          </h3>
          <Contents />
        </section>
      ))}
    </Sheet>
  )
}

const chapters: readonly { readonly title: string; readonly Contents: () => ReactNode }[] = [
  { title: 'What holds it', Contents: Evidence },
  { title: 'The client', Contents: () => <Chapters chapters={modelledClient} /> },
  { title: 'The producer', Contents: () => <Chapters chapters={modelledProducer} /> },
  { title: 'Calls', Contents: () => <Chapters chapters={modelledCalls} /> },
  { title: 'The quorum', Contents: () => <Chapters chapters={modelledQuorum} /> },
  { title: 'The partition', Contents: () => <Chapters chapters={modelledPartition} /> },
  { title: 'Settings', Contents: SettingFacts },
  { title: 'Faults', Contents: FaultFacts },
  { title: 'Faults of a quorum', Contents: QuorumFaultFacts },
  { title: 'TCP', Contents: Tcp },
  { title: 'Rules one by one', Contents: KnobFacts },
  { title: 'Known gaps', Contents: Gaps },
]

function Evidence() {
  return (
    <ul>
      <li>
        <strong>{grouped(cases)} recorded cases</strong> of Kafka’s own NetworkClient on a scripted selector and clock,
        from {Object.keys(recordedCases).length} releases: event for event, draw for draw, and the state at the end.{' '}
        <ByRelease cases={recordedCases} />
      </li>
      <li>
        <strong>{grouped(senders)} recorded producers</strong>: Kafka’s own Sender with its accumulator, and{' '}
        {callerCases} callers of KafkaProducer. <ByRelease cases={senderCases} />
      </li>
      <li>
        <strong>{grouped(quorums)} recorded quorums</strong> of Kafka’s own KafkaRaftClient, one thread a node on one
        virtual clock: event for event, draw for draw, and the state at the end. <ByRelease cases={quorumCases} />
      </li>
      <li>
        <strong>{playedSchedules} schedules of a partition</strong>, each state of each step, as two other models have
        them; <strong>{countedSearches} searches</strong> through all histories, state by state;{' '}
        <strong>{brokers} schedules</strong> that real brokers were led through, of which it is told where they part.{' '}
        <ByRelease cases={brokerCases} />
      </li>
      <li>
        <strong>{grouped(measuredAttempts)} measured attempts</strong> of a Linux 6.18 kernel under {measuredKernels}{' '}
        settings of its sysctls: their nominal times exactly, and with its timer wheel each sample within 15 ms.
      </li>
      <li>
        <strong>{producerRuns} runs of real producers</strong> ({producerReleases.join(', ')}) in front of black holes
        and a real kernel: how long each of their attempts lasted, and each pause before the next.{' '}
        {doubtedStretches > 0 &&
          `In ${counted(doubtedStretches, 'place')} the recording contradicts itself; they are left out, with the reason.`}
      </li>
      <li>
        <strong>Defaults and ranges of {settingsReleases} releases</strong>, read out of their own configuration
        classes.
      </li>
      <li>
        Tables and stories for the rest: each fault against a SYN, a connection, a request and an answer; laws that hold
        for any question and seed.
      </li>
    </ul>
  )
}

function heldBy(held: Held): string {
  if (held === 'recordings of NetworkClient') return `${grouped(cases)} recorded cases`
  if (held === 'recordings of the Sender') return `${grouped(senders)} recorded producers`
  if (held === 'recordings of KafkaRaftClient') return `${grouped(quorums)} recorded quorums`
  if (held === 'schedules of two models') return `${playedSchedules} schedules, each played by two other models`
  if (held === 'schedules of real brokers') return `${brokers} schedules of real brokers`
  if (held === 'searches of two models') return `${countedSearches} searches whose states two other models had counted`
  if (held === 'measured attempts') return `${grouped(measuredAttempts)} measured attempts`
  return 'tables of tests, after the sources and after measurements'
}

function Chapters({ chapters: told }: { readonly chapters: readonly Chapter[] }) {
  return (
    <dl>
      {told.map(({ title, models, leavesOut, held }) => (
        <Fact key={title} what={title} models={models} leavesOut={leavesOut} held={heldBy(held)} />
      ))}
    </dl>
  )
}

type FactProps = {
  readonly what: string
  readonly code?: boolean
  readonly models: string
  readonly leavesOut?: string | undefined
  readonly held?: string
  readonly source?: string
}

function Fact({ what, code = false, models, leavesOut, held, source }: FactProps) {
  return (
    <div className="fact">
      <dt id={placeOf(what)} tabIndex={-1}>
        {code ? (
          <code>
            <Dotted text={what} />
          </code>
        ) : (
          what
        )}
      </dt>
      <dd>
        {models}
        {leavesOut && (
          <span className="aside">
            <b>Left out:</b> {leavesOut}
          </span>
        )}
        {held && (
          <span className="aside">
            <b>Held by:</b> {held}.
          </span>
        )}
        {source && <span className="aside source">{source}</span>}
      </dd>
    </div>
  )
}

/** `1,410 recorded cases with 8 values; 11 verdicts of Kafka’s own`. */
function settingHeldBy(key: string): string {
  const { cases: stood = 0, values = 0 } = settingCases[key] ?? {}
  const verdicts = verdictCases[key] ?? 0
  return [
    stood > 0 && `${grouped(stood)} recorded cases with ${values} values of it`,
    key === 'client.dns.lookup' && `${grouped(severalAddresses)} recorded cases with several addresses`,
    verdicts > 0 && `${counted(verdicts, 'verdict')} of Kafka’s own configuration classes`,
    stood === 0 && verdicts === 0 && 'tables of tests',
  ]
    .filter(Boolean)
    .join('; ')
}

function SettingFacts() {
  return (
    <dl>
      {settingKeys.map((key) => {
        const text = settingText(key)
        return (
          <Fact
            key={key}
            what={key}
            code
            models={modelledSettings[key as SettingKey]}
            leavesOut={text?.leavesOut}
            held={settingHeldBy(key)}
            source={text?.source ?? ''}
          />
        )
      })}
    </dl>
  )
}

function FaultFacts() {
  return (
    <>
      <p>
        Each from an instant to an instant, on one broker or one address of its name. What is on its way meets the world
        as it is when it arrives. Where several hold at once, what drops comes first, then unreachable, refuse and stop,
        backlog full, stall, mute, pause, slow link.
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Fault</th>
            <th scope="col">SYN</th>
            <th scope="col">Open connection</th>
            <th scope="col">Request in flight</th>
            <th scope="col">Answer under way</th>
          </tr>
        </thead>
        <tbody>
          {clientFaultKinds.map((kind) => {
            const { syn, connection, request, answer, leavesOut } = modelledFaults[kind]
            return (
              <tr key={kind}>
                <th scope="row" id={placeOf(kind)} tabIndex={-1}>
                  {kind}
                </th>
                <td data-of="SYN">{syn}</td>
                <td data-of="Open connection">
                  {connection}
                  {leavesOut && (
                    <span className="aside">
                      <b>Left out:</b> {leavesOut}
                    </span>
                  )}
                </td>
                <td data-of="Request in flight">{request}</td>
                <td data-of="Answer under way">{answer}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </>
  )
}

function Tcp() {
  return (
    <>
      <Chapters chapters={modelledTcp} />
      <h4>Sysctls and socket options of the client’s kernel</h4>
      <dl>
        {sysctls.map((sysctl) => (
          <Fact key={sysctl} what={sysctlNames[sysctl]} code models={modelledSysctls[sysctl]} />
        ))}
      </dl>
    </>
  )
}

function KnobFacts() {
  return (
    <>
      <p>
        A release is a row of these rules and a column of defaults. The recordings hold each row as a whole; a rule that
        is set by itself is a what-if that no release ever was.
      </p>
      <dl>
        {(Object.keys(knobValues) as Knob[]).map((knob) => {
          const { label, help, source } = knobWords[knob]
          return <Fact key={knob} what={label} models={help} source={source} />
        })}
      </dl>
      <h4>What the application does</h4>
      <dl>
        {Object.entries(workloadWords).map(([kind, { choice, help }]) => (
          <Fact key={kind} what={choice('a broker')} models={help} />
        ))}
      </dl>
    </>
  )
}

function QuorumFaultFacts() {
  return (
    <dl>
      {Object.values(modelledQuorumFaults).map(({ title, models, leavesOut }) => (
        <Fact key={title} what={title} models={models} leavesOut={leavesOut} />
      ))}
    </dl>
  )
}

function Gaps() {
  return (
    <ul>
      {[...knownGaps, ...quorumGaps, ...partitionGaps].map((gap) => (
        <li key={gap}>{gap}</li>
      ))}
    </ul>
  )
}
