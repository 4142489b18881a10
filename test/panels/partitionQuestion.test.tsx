import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { partitionFates } from '../../src/findings/partitionRun.ts'
import { eventsOf, noFilter, type Topic, topicsOf } from '../../src/panels/events.ts'
import PartitionWorld from '../../src/panels/PartitionWorld.tsx'
import Question from '../../src/panels/Question.tsx'
import { Reasons } from '../../src/panels/Reasons.tsx'
import { ScheduleField } from '../../src/panels/ScheduleField.tsx'
import Share from '../../src/panels/Share.tsx'
import { Verdicts } from '../../src/panels/Verdicts.tsx'
import { select } from '../../src/store/looking.ts'
import { drawn } from '../../src/store/running.ts'
import { ACKED_LOST } from '../../src/trace/partitionKinds.ts'
import { kindOf } from '../../src/trace/trace.ts'
import { asked, openLab, shown } from '../support/lab.ts'
import { presetScenario } from '../support/runs.ts'

beforeEach(() => {
  openLab(presetScenario('preferred-leader-move'))
})

test('a partition’s form has its order, its variants and their settings, and no broker, fault or world of a client', async () => {
  const user = userEvent.setup()
  render(<Question />)
  const order = await screen.findByRole('combobox', { name: 'Order of the assignment' })
  expect(order).toHaveValue('BCA')
  await user.selectOptions(order, 'A, B, C')
  expect(asked().world.workload).toMatchObject({ order: 'ABC', schedule: expect.stringMatching(/^p; f B/) })
  expect(shown().scenario).toBe(asked())
  expect(screen.queryByRole('heading', { name: /^Faults/ })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Own world of/ })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Ask the same/ })).toBeNull()
  expect(screen.getByRole('combobox', { name: 'unclean.leader.election.enable, 0.8.2, the recipe' })).toHaveValue(
    'false',
  )
})

test('a release that takes a number of replicas shows the one that is set', async () => {
  openLab(presetScenario('kafka-1555-case-2'))
  render(<Question />)
  const acks = await screen.findByRole('combobox', { name: 'acks, 0.8.2, acks=2' })
  expect(acks).toHaveValue('2')
  await userEvent.selectOptions(acks, '3')
  expect(asked().variants[1]?.config.topic).toEqual({ acks: '3' })
})

const difference = async () => {
  const card = await screen.findByRole('article', { name: 'The difference' })
  return [card.querySelector('.figure')?.textContent?.trim(), card.querySelector('[aria-pressed=true]')?.textContent]
}

test('the difference shows first the pair that tells, be it that writes go on', async () => {
  openLab(presetScenario('eligible-leader-replicas'))
  render(<Verdicts />)
  drawn(shown())
  await waitFor(async () => expect(await difference()).toEqual(['writes go on', 'C → D']))
})

test('only what is good has a tick, and what stands still says so in place of a number', async () => {
  openLab(presetScenario('unclean-election'))
  render(<Verdicts />)
  drawn(shown())
  const card = await screen.findByRole('article', { name: '0.8.2, off' })
  await waitFor(() => expect(card.querySelectorAll('p.good, p.bad')).toHaveLength(2))
  expect(card.querySelector('p.good')).toHaveTextContent('✓ m0 is acknowledged, by step 3, and kept')
  expect(card.querySelector('p.bad')).toHaveTextContent(/^✕ a write finds no leader at step 6; writes were blocked/)
})

test('its verdicts count records', async () => {
  render(<Verdicts />)
  drawn(shown())
  const figures = await waitFor(() => {
    const all = screen.getAllByTitle('Show the moment').map(({ textContent }) => textContent?.replace(/\s+/g, ' '))
    expect(all.length).toBe(4)
    return all
  })
  expect(figures.map((each) => each?.trim())).toEqual([
    '0 of 1 acknowledged lost',
    '1 of 1 acknowledged lost',
    '1 of 1 acknowledged lost',
    '0 of 1 acknowledged lost',
  ])
})

test('its reasons go back by steps, and no timer is armed', async () => {
  render(<Reasons />)
  const trace = shown().answers[1]?.trace
  if (!trace) throw new Error('no run')
  const lost = Array.from({ length: trace.rows }, (_, row) => row).find((row) => kindOf(trace, row) === ACKED_LOST) ?? 0
  select(1, lost)
  expect(await screen.findByRole('heading', { name: /m0 was acknowledged and is lost/ })).toBeVisible()
  expect(screen.getAllByRole('button', { name: 'Go to step 8' }).length).toBeGreaterThan(0)
  expect(screen.getAllByRole('button', { name: 'Go to step 6' }).length).toBeGreaterThan(0)
  expect(screen.queryByText(/^Armed timers/)).toBeNull()
})

test('the list of a partition has topics of its own, and each has its rows', () => {
  const run = shown()
  const count = (topic: Topic) => eventsOf(run, { ...noFilter, topic }).length
  const topics = topicsOf('replication').filter((topic) => topic !== 'events')
  for (const topic of topics) expect([topic, count(topic) > 0]).toEqual([topic, true])
  // The first row of each run is of no topic.
  expect(topics.reduce((sum, topic) => sum + count(topic), 0)).toBe(count('events') - run.answers.length)
  expect(topicsOf('client')).not.toContain('ISR')
  expect(topicsOf('quorum')).not.toContain('crashes')
})

test('a story of the table says what was asked, and within which bounds', async () => {
  openLab({ ...presetScenario('rolling-crashes'), title: 'The fix: both, 2.1: R1 in H1a blocks in 9' })
  render(<PartitionWorld />)
  expect(screen.getByText(/^R1 of Kafka 2\.1, acks=all · min ISR 2 · unclean off: with one broker down/)).toBeVisible()
  expect(screen.getByText(/^No\. This is a shortest story among all of H1a: up to 3 crashes/)).toBeVisible()
})

test('what its schedule could not do is told below it, with the variants where it could not', async () => {
  const user = userEvent.setup()
  render(<Question />)
  const schedule = await screen.findByRole('textbox', { name: 'The schedule' })
  await user.clear(schedule)
  await user.type(schedule, 'p; f B; r A; p; p; p; p; p; p')
  await user.tab()
  const notes = within(schedule.parentElement as HTMLElement).getByRole('status')
  await waitFor(() => expect(notes).toHaveTextContent('Step 3, r A, is impossible here and is skipped. A is up.'))
  expect(notes).toHaveTextContent(
    'Step 9, p, is impossible here and is skipped. All 6 records of this question are sent.',
  )
  expect(notes).not.toHaveTextContent('more')
  // That the lab follows no more records is nobody's refusal.
  for (const { trace } of shown().answers) expect(partitionFates(trace).refused).toEqual([])
})

test('a schedule that could be taken has nothing below it', async () => {
  render(<Question />)
  const schedule = await screen.findByRole('textbox', { name: 'The schedule' })
  const user = userEvent.setup()
  await user.clear(schedule)
  await user.type(schedule, 'p; f B')
  await waitFor(() => expect(shown().scenario.until).toBe(3000))
  expect(within(schedule.parentElement as HTMLElement).getByRole('status')).toBeEmptyDOMElement()
})

test('a link that is copied while something cannot be read says so', async () => {
  const user = userEvent.setup()
  render(
    <>
      <ScheduleField />
      <Share />
    </>,
  )
  await user.click(screen.getByRole('button', { name: /^Copy link/ }))
  expect(await screen.findByText(/^Copied\. Whoever opens it/)).toBeVisible()
  await user.type(screen.getByRole('textbox', { name: 'The schedule' }), '; oops')
  await user.click(screen.getByRole('button', { name: /^Copy link/ }))
  expect(await screen.findByText(/^Copied, but for what cannot be read/)).toBeVisible()
})
