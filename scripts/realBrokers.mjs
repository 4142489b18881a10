// Writes src/scenario/realBrokersData.ts: which schedules real brokers were taken through, and what came of them.
//   node scripts/realBrokers.mjs

import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

const recordings = gunzipSync(readFileSync(new URL('../test/golden/replication.real.jsonl.gz', import.meta.url)))
  .toString()
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))

/** Observations without a schedule compare with nothing. */
const played = recordings.filter(({ input, agrees }) => input?.steps && agrees)

const quoted = (text) => (text.includes("'") ? `"${text}"` : `'${text}'`)

/** `wait` is no step of the model. */
const scheduleOf = ({ steps }) => steps.filter((step) => !step.startsWith('wait')).join('; ')

/** Without the place in the specification, which no visitor can open. */
const notesOf = ({ note }) => note?.replace(/ \(replication\.md [^)]*\)/, '')

const notes = [...new Set(played.flatMap((recording) => notesOf(recording) ?? []))]

/** What an event says of a state that the model has otherwise, [model, real] by the state's fields. */
const partedIn = ([, , , parted]) => parted ?? {}

/** Who was eligible where the model first has others, and who led in the end where it has another. */
function ledBy({ events = [] }) {
  const eligible = events.map(partedIn).find(({ elr }) => elr)?.elr[1]
  const leads = partedIn(events.at(-1) ?? []).leader?.[1]
  return [...(eligible ? [`eligible: ${quoted(eligible)}`] : []), ...(leads ? [`leads: ${quoted(leads)}`] : [])]
}

function entry(recording) {
  const { id, variant, input, end, agrees } = recording
  const [, release, name] = id.split('/')
  const { acks, minIsr, unclean, lagMaxMessages } = input.knobs
  const differs = Object.keys(agrees).filter((what) => !agrees[what])
  const lines = [
    `name: ${quoted(name)}`,
    `release: ${quoted(release)}`,
    `variant: ${quoted(variant)}`,
    `config: [${acks}, ${minIsr}, ${unclean}, ${lagMaxMessages ?? 'undefined'}]`,
    `order: ${quoted(input.order)}`,
    `schedule: ${quoted(scheduleOf(input))}`,
    `loss: ${end.loss}`,
    `blocked: ${end.blocked}`,
  ]
  if (differs.length > 0)
    lines.push(
      `differs: [${differs.map(quoted).join(', ')}]`,
      `note: ${notes.indexOf(notesOf(recording))}`,
      ...ledBy(recording),
    )
  return `  {\n${lines.map((line) => `    ${line},\n`).join('')}  },\n`
}

/** As the formatter wants it: on one line where it fits. */
const sentence = (text) => `  ${quoted(text)},\n`

writeFileSync(
  new URL('../src/scenario/realBrokersData.ts', import.meta.url),
  `// Written by scripts/realBrokers.mjs from the recorded real brokers. Do not edit.

import type { RealRun } from './realRun.ts'

/** Where the step model and real brokers part, on purpose. */
export const realNotes: readonly string[] = [
${notes.map(sentence).join('')}]

/** Schedules that real brokers were taken through, step by step. */
export const realRuns: readonly RealRun[] = [
${played.map(entry).join('')}]
`,
)
console.log(`${played.length} runs of real brokers, ${notes.length} notes`)
