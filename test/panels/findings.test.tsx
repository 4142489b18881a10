import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Notices } from '../../src/panels/Notices.tsx'
import { Reasons } from '../../src/panels/Reasons.tsx'
import { Sentence } from '../../src/panels/Sentence.tsx'
import { Verdicts } from '../../src/panels/Verdicts.tsx'
import { addVariant, setUntil, setWorld } from '../../src/scenario/edit.ts'
import { edit } from '../../src/store/edits.ts'
import { lab } from '../../src/store/lab.ts'
import { cursorIn, seek, select } from '../../src/store/looking.ts'
import { type Bench, openLab, shown } from '../support/lab.ts'

let bench: Bench

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  bench = openLab()
})

afterEach(() => vi.useRealTimers())

const user = () => userEvent.setup({ advanceTimers: vi.advanceTimersByTime })

test('the verdict of each variant is a large figure and a sentence with what the caller saw', () => {
  render(<Verdicts />)
  const old = screen.getByRole('article', { name: 'Kafka 2.6, kernel-bound' })
  expect(within(old).getByTitle('Show the moment')).toHaveTextContent(/^131\.\d\d s$/)
  expect(old).toHaveTextContent(/TimeoutException after 60 s/)
  const fresh = screen.getByRole('article', { name: 'Kafka 2.7, KIP-601' })
  expect(within(fresh).getByTitle('Show the moment')).toHaveTextContent(/^20\.\d\d s$/)
})

test('the gap names how much sooner, the kernel and the setting', () => {
  render(<Verdicts />)
  const gap = screen.getByRole('article', { name: 'The difference' })
  expect(gap).toHaveTextContent(/110\.\d\d s sooner/)
  expect(gap).toHaveTextContent(/kernel.*tcp_syn_retries = 6.*socket\.connection\.setup\.timeout\.ms/)
})

test('what did not come within the run says so with its length; where neither came the gap has no figure', () => {
  render(<Verdicts />)
  act(() => edit((scenario) => setUntil(scenario, 25_000)))
  expect(screen.getByRole('article', { name: 'Kafka 2.6, kernel-bound' })).toHaveTextContent(/^not within 25 s/)
  expect(screen.getByRole('article', { name: 'The difference' })).toHaveTextContent(/^at least 4698 ms sooner/)
  act(() => edit((scenario) => setUntil(scenario, 5000)))
  expect(screen.getByRole('article', { name: 'The difference' })).toHaveTextContent(/^Neither has metadata within 5 s/)
})

test('of more than two variants the visitor picks the pair that is compared', async () => {
  render(<Verdicts />)
  act(() => edit((scenario) => addVariant(scenario, '3.9')))
  expect(screen.getByRole('button', { name: 'A → B' })).toHaveAttribute('aria-pressed', 'true')
  await user().click(screen.getByRole('button', { name: 'B → C' }))
  expect(screen.getByRole('article', { name: 'The difference' })).not.toHaveTextContent(/Kafka 2\.6/)
})

test('a figure and its unit stay in one line', () => {
  render(
    <Sentence
      prose={['it is 10 047 ms old, ', { text: '60', as: 'number', row: 1 }, ' s late; a = 5']}
      onRow={() => undefined}
    />,
  )
  expect(document.body.textContent).toContain('10 047\u00a0ms old, 60\u00a0s late; a =\u00a05')
})

test('the figure leads to the moment at which it was reached', async () => {
  render(<Verdicts />)
  await user().click(within(screen.getByRole('article', { name: 'Kafka 2.7, KIP-601' })).getByTitle('Show the moment'))
  expect(cursorIn(lab())).toBeGreaterThan(20_000)
  expect(lab().selected?.variant).toBe(1)
})

test('after a pause the range over fifty seeds stands beside the figure', () => {
  render(<Verdicts />)
  expect(screen.queryByText(/50 seeds/)).toBeNull()
  act(() => void vi.advanceTimersByTime(1000))
  expect(screen.getAllByText(/50 seeds/)).toHaveLength(2)
  expect(bench.asked.map(({ kind }) => kind)).toEqual(['run', 'seeds'])
})

test('the reasons lead from the closed connection down to the fault, and say who owned the wait', () => {
  render(<Reasons />)
  expect(screen.getByText(/setup timeout of 10.000 ms/)).toBeVisible()
  expect(screen.getByText(/A setting decides/)).toHaveTextContent(
    /socket\.connection\.setup\.timeout\.ms = 10.000 \(default of Kafka 2\.7\)/,
  )
  const chain = within(screen.getByRole('list', { name: 'Because' })).getAllByRole('listitem')
  expect(chain.at(-1)).toHaveTextContent(/Your fault: broker \d becomes a black hole/)
})

test('a link of the chain leads to its row', async () => {
  render(<Reasons />)
  const last = within(screen.getByRole('list', { name: 'Because' }))
    .getAllByRole('button')
    .at(-1)
  if (last) await user().click(last)
  expect(cursorIn(lab())).toBe(0)
})

test('armed timers stand in the order in which they fire, the first one lit', async () => {
  render(<Reasons />)
  act(() => seek(5000))
  await user().click(screen.getByRole('button', { name: /that fire later/ }))
  const fuses = screen.getAllByTitle('Show what armed it')
  expect(fuses[0]?.closest('li')).toHaveClass('first')
  const left = fuses.map((fuse) => Number(/ ([\d\u202f]+) ms$/.exec(fuse.textContent ?? '')?.[1]?.replace(/\D/g, '')))
  expect(left).toEqual([...left].sort((a, b) => a - b))
  expect(screen.getByText(/setup timeout, broker \d/).closest('button')).toHaveTextContent(/5000 ms/)
})

test('the selection stays with its event when the question changes', () => {
  render(<Reasons />)
  act(() => select(1, lab().run?.answers[1]?.trace.rows ? firstClose(1) : 0))
  act(() => edit((scenario) => setWorld(scenario, { latency: 20 })))
  expect(screen.getByText(/setup timeout of 10.000 ms/)).toBeVisible()
})

/** The row that ends the first attempt, as the page opens on it. */
function firstClose(variant: number): number {
  const trace = shown().answers[variant]?.trace
  if (trace === undefined) return 0
  act(() => seek(10_047))
  return lab().selected?.row ?? 0
}

test('a crash keeps the last good run, and offers the link that replays it', async () => {
  render(<Notices />)
  const before = shown()
  bench.crashes = 'queue is jammed'
  await act(async () => edit((scenario) => setWorld(scenario, { latency: 9 })))
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent(/queue is jammed/)
  expect(within(alert).getByRole('link')).toHaveAttribute('href', expect.stringMatching(/^#c1\..*latency=9/))
  expect(shown()).toBe(before)
  bench.crashes = undefined
  await user().click(screen.getByRole('button', { name: 'Run it again' }))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(shown().scenario.world.latency).toBe(9)
})
