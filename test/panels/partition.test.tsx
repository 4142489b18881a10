// The picture of a partition: what is drawn is told as a table, what may happen next can be played, and broken promises open as stories.

import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { stepAt as stepOf } from '../../src/findings/partitionRun.ts'
import Partition from '../../src/panels/Partition.tsx'
import PartitionWorld from '../../src/panels/PartitionWorld.tsx'
import { parse } from '../../src/scenario/parse.ts'
import type { Scenario } from '../../src/scenario/scenario.ts'
import { redo, undo } from '../../src/store/history.ts'
import { lab } from '../../src/store/lab.ts'
import { selectedIn } from '../../src/store/looking.ts'
import { goToStep } from '../../src/store/partition.ts'
import { drawn } from '../../src/store/running.ts'
import { asked, openLab, shown } from '../support/lab.ts'
import { soon, workHere } from '../support/partitionWorker.ts'

beforeEach(workHere)

// jsdom lays nothing out, so that nothing is ever resized.
beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})

const fix = { acks: 'all', 'min.insync.replicas': 2, 'unclean.leader.election.enable': 'false' }

function scenario(schedule: string, ...variants: readonly (readonly [kafka: string, topic: object])[]): Scenario {
  const read = parse({
    v: 1,
    lab: 'replication',
    title: 'a look',
    seed: 1,
    world: { workload: { kind: 'replication', order: 'ABC', schedule } },
    variants: variants.map(([kafka, topic]) => ({ name: `Kafka ${kafka}`, kafka, config: { topic } })),
  })
  if ('problems' in read) throw new Error(JSON.stringify(read.problems))
  return read.scenario
}

async function open(schedule: string, ...variants: readonly (readonly [kafka: string, topic: object])[]) {
  openLab(scenario(schedule, ...variants))
  render(<Partition />)
  await soon(() => expect(screen.getAllByRole('region', { name: /^The partition, / })).toHaveLength(variants.length))
  await act(async () => {
    drawn(shown())
    goToStep(0)
  })
}

const steps = () => {
  const { workload } = asked().world
  return workload.kind === 'replication' ? workload.schedule : ''
}
const where = () => document.querySelector('.where')?.textContent
const on = async (times: number) => {
  for (let i = 0; i < times; i++) await userEvent.click(screen.getByRole('button', { name: 'One step on' }))
}
const rows = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent))

/** Two crashes cut the log of the last one that holds the record. */
const twoCrashes = 'p; f B; f B; f C; f C; c A; c B; d A; d B'

const knows = (name: string) =>
  within(screen.getByRole('region', { name: `The partition, ${name}` }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

test('what is drawn reads as a table, at the step of the cursor', async () => {
  await open(twoCrashes, ['0.9', fix])
  await on(5)
  expect(where()).toBe('after step 5 of 9, f C')
  const table = screen.getByRole('table', { name: 'Kafka 0.9: the partition after step 5; ISR ABC' })
  expect(rows(table)).toEqual([
    ['A', 'leads in epoch 0', 'in ISR', 'm0 of epoch 0', '1', '1', 'it leads'],
    ['B', 'follows', 'in ISR', 'm0 of epoch 0', '1', '0', 'up to offset 1'],
    ['C', 'follows', 'in ISR', 'm0 of epoch 0', '1', '0', 'up to offset 1'],
  ])
})

test('the ledger says by which step a record was acknowledged, visible and lost, and by what', async () => {
  await open(twoCrashes, ['0.9', fix], ['3.9', { 'min.insync.replicas': 2 }])
  const ledger = (name: string) => rows(screen.getByRole('table', { name: `${name}: the ledger` }))
  expect(ledger('Kafka 0.9')).toEqual([['Nothing was sent yet.']])
  await on(8)
  expect(ledger('Kafka 0.9')).toEqual([['m0', 'step 5', 'step 5', '–']])
  await on(1)
  expect(ledger('Kafka 0.9')).toEqual([
    ['m0', 'step 5', 'step 5', 'step 9'],
    ['✕ lost by a clean election: C leads without it, for its log was cut at step 8'],
  ])
  expect(knows('Kafka 0.9')).toEqual(['m0 ✓ acknowledged, ✕ lost', '✕ blocked from step 7'])
  expect(ledger('Kafka 3.9')).toEqual([['m0', 'step 5', 'step 5', '–']])
})

test('what a step did stands beside the logs, and what it came to in the ledger and with the producer', async () => {
  await open('p; s B; s C; c A', ['2.1', fix])
  const happened = () => document.querySelector('.happened')?.textContent?.trim()
  await on(3)
  expect(happened()).toMatch(/^C was not caught up for .* ✕ NOT_ENOUGH_REPLICAS_AFTER_APPEND \(20\): m0 is in the log/)
  await on(1)
  expect(happened()).toBe('A crashes; on its disk the high watermark is 1.')
  expect(knows('Kafka 2.1')).toEqual(['m0 ✕ failed', '✕ blocked from step 4'])
})

test('what the producer knows: sent, acknowledged, failed, unknown, and refused before it was written', async () => {
  await open('p; s B; s C; p; c A', ['2.1', fix])
  await on(1)
  expect(knows('Kafka 2.1')).toEqual(['m0 … sent'])
  await on(2)
  expect(knows('Kafka 2.1')).toEqual(['m0 ✕ failed'])
  await on(1)
  expect(knows('Kafka 2.1')).toEqual(['m0 ✕ failed', '✕ refused at step 4'])
  expect(document.querySelector('.happened')?.textContent).toMatch(
    /^✕ The record is refused.*NOT_ENOUGH_REPLICAS \(19\)/,
  )
})

test('a record that will be refused can be sent all the same', async () => {
  await open('p; s B; s C', ['2.1', fix])
  await on(3)
  await userEvent.click(screen.getByRole('button', { name: 'Produce a record' }))
  await soon(() => expect(where()).toBe('after step 4 of 4, p'))
  expect(knows('Kafka 2.1')).toEqual(['m0 ✕ failed', '✕ refused at step 4'])
})

test('a producer without a leader waits, and is refused by nobody', async () => {
  await open('c A; p', ['2.1', fix])
  await on(2)
  expect(knows('Kafka 2.1')).toEqual(['… no leader at step 2'])
  expect(screen.getByText(/^The producer waits:/)).toBeInTheDocument()
})

test('with acks=0 a record is sent, and nobody acknowledges it', async () => {
  await open('p; c A; d A', ['0.8.1', { 'request.required.acks': 0 }])
  await on(3)
  expect(knows('Kafka 0.8.1')).toEqual(['m0 … sent, ✕ lost'])
  const ledger = rows(screen.getByRole('table', { name: 'Kafka 0.8.1: the ledger' }))
  expect(ledger[0]?.[1]).toBe('not asked for')
  expect(document.querySelector('.log .block i')).toBeNull()
})

test('what was cut leaves its mark in the log where it was, until another record takes its place', async () => {
  await open('p; f B; f B; f C; f C; c A; c B; d A; d B; p', ['0.9', { ...fix, 'min.insync.replicas': 1 }])
  const logs = () => rows(screen.getByRole('table', { name: /: the partition after/ })).map((cells) => cells[3])
  await on(7)
  expect(logs()).toEqual(['m0 of epoch 0', 'm0 of epoch 0', 'm0 of epoch 0'])
  await on(1)
  expect(logs()[2]).toBe('empty; gone: m0')
  expect([...document.querySelectorAll('.log s')].map(({ textContent }) => textContent)).toEqual(['m0'])
  await on(2)
  expect(logs()[2]).toBe('m1 of epoch 2')
})

test('a schedule that real brokers were taken through says so, with the release; where they differ, why', async () => {
  await open(twoCrashes, ['0.9', fix])
  expect(screen.getByText(/real Kafka 0\.9\.0\.1 did the same/)).toBeInTheDocument()
})

test('where they come to the same end by other steps, that is said', async () => {
  await open('p; m B; m C; p; c A; d A', ['0.8.1', { 'request.required.acks': -1, 'replica.lag.max.messages': 0 }])
  expect(screen.getByText(/real Kafka 0\.8\.1\.1 ends the same, by other steps$/)).toBeInTheDocument()
})

test('where others may lead in real brokers, no end is said to be the same', async () => {
  await open('p; s B; s C; c A; d A; f B', ['4.1', { 'min.insync.replicas': 2 }])
  expect(screen.getByText(/real Kafka 4\.3\.1: ELR = BC, B leads, to step 5$/)).toBeInTheDocument()
  expect(screen.queryByText(/ends the same/)).toBeNull()
})

test('where real brokers part from the model, the picture says why', async () => {
  await open('p; m B; m C; c A; d A', ['0.8.1', { 'request.required.acks': -1, 'replica.lag.max.messages': 0 }])
  const mark = screen.getByText(/real Kafka 0\.8\.1\.1 differs/).closest('details')
  expect(mark).toHaveTextContent(/only when something is fetched/)
})

test('a step in the middle takes the place of what came after, which can be undone', async () => {
  await open(twoCrashes, ['0.9', fix])
  await on(2)
  expect(screen.getByText(/A step taken here takes the place of steps 3 to 9/)).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'C: fetch' }))
  await soon(() => expect(where()).toBe('after step 3 of 3, f C'))
  expect(steps()).toBe('p; f B; f C')
  act(undo)
  expect(steps()).toBe(twoCrashes)
  act(redo)
  await userEvent.click(screen.getByRole('button', { name: 'take back step 3' }))
  await soon(() => expect(where()).toBe('after step 2 of 2, f B'))
  expect(steps()).toBe('p; f B')
})

test('beside many pictures the steps are folded, and come with a click', async () => {
  await open('p; f B', ['0.9', fix], ['2.1', fix], ['3.9', fix])
  expect(screen.queryByRole('button', { name: 'B: fetch' })).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: /^\d+ steps are possible$/ }))
  expect(screen.getByRole('button', { name: 'B: fetch' })).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'What happens next' }))
  expect(screen.queryByRole('button', { name: 'B: fetch' })).not.toBeInTheDocument()
})

test('the step that comes next anyhow only moves the cursor', async () => {
  await open(twoCrashes, ['0.9', fix])
  await userEvent.click(screen.getByRole('button', { name: 'Produce a record' }))
  expect(where()).toBe('after step 1 of 9, p')
  expect(steps()).toBe(twoCrashes)
})

test('a step that is not possible stays, says why, and does nothing', async () => {
  await open('p', ['0.9', fix], ['3.9', fix])
  const fetch = screen.getByRole('button', { name: 'A: fetch' })
  expect(fetch).toHaveAttribute('aria-disabled', 'true')
  expect(fetch).toHaveAccessibleDescription('A is the leader.')
  await userEvent.click(fetch)
  expect(steps()).toBe('p')
  expect(screen.getByText(/is not possible now: A is the leader/)).toBeInTheDocument()
})

test('a step that is possible in one variant only says where', async () => {
  await open('p; f B; f B; f C; f C', ['0.9', fix], ['3.9', fix])
  await on(5)
  expect(screen.getByRole('button', { name: 'B: slow, possible in A only' })).toBeInTheDocument()
})

test('arrows go from step to step', async () => {
  await open('p', ['3.9', fix])
  screen.getByRole('button', { name: 'A: fetch' }).focus()
  await userEvent.keyboard('{ArrowDown}{ArrowRight}')
  expect(document.activeElement).toHaveAccessibleName('B: fetch, lost')
})

test('the schedule as text: what cannot be read stays, with its step and column', async () => {
  openLab(scenario('p', ['3.9', fix]))
  render(<PartitionWorld />)
  const field = screen.getByRole('textbox', { name: 'The schedule' })
  await userEvent.clear(field)
  await userEvent.type(field, 'p; f B; x C')
  expect(field).toHaveAccessibleDescription(/^Step 3, column 9: /)
  expect(steps()).toBe('p; f B')
  await userEvent.type(field, '{Backspace}{Backspace}{Backspace}c A')
  expect(steps()).toBe('p; f B; c A')
})

test('after an undo the reasons tell of the step at which the cursor stays', async () => {
  await open(twoCrashes, ['0.9', fix])
  await on(2)
  await userEvent.click(screen.getByRole('button', { name: 'C: fetch' }))
  await soon(() => expect(where()).toBe('after step 3 of 3, f C'))
  act(undo)
  await soon(() => expect(where()).toBe('after step 3 of 9, f B'))
  const place = selectedIn(lab())
  const trace = place && shown().answers[place.variant]?.trace
  expect(place && trace && stepOf(trace, place.row)).toBe(3)
})

test('a step that is played takes the place of a text that cannot be read', async () => {
  await open('p; f B', ['2.1', fix])
  render(<PartitionWorld />)
  const schedule = screen.getByRole('textbox', { name: 'The schedule' })
  await userEvent.type(schedule, '; oops')
  expect(schedule).toHaveValue('p; f B; oops')
  expect(schedule).toBeInvalid()
  await on(2)
  await userEvent.click(screen.getByRole('button', { name: 'Produce a record' }))
  expect(steps()).toBe('p; f B; p')
  expect(schedule).toHaveValue('p; f B; p')
  expect(schedule).toBeValid()
  await soon(() => expect(where()).toBe('after step 3 of 3, p'))
  await userEvent.click(screen.getByRole('button', { name: 'Produce a record' }))
  expect(steps()).toBe('p; f B; p; p')
  await act(async () => undo())
  expect(steps()).toBe('p; f B; p')
  await act(async () => undo())
  expect(steps()).toBe('p; f B')
  expect(schedule).toHaveValue('p; f B; oops')
})
