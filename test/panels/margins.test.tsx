import { act, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import MarginsOfQuorum from '../../src/panels/Margins.tsx'
import { Reasons } from '../../src/panels/Reasons.tsx'
import { Verdicts } from '../../src/panels/Verdicts.tsx'
import { lab, setLab } from '../../src/store/lab.ts'
import { drawn } from '../../src/store/running.ts'
import { FETCH_TIMER, ROLE } from '../../src/trace/quorumKinds.ts'
import { atOf, fieldOf, kindOf } from '../../src/trace/trace.ts'
import { openLab, shown } from '../support/lab.ts'
import { presetScenario } from '../support/runs.ts'

// As on a page whose first picture stands.
await import('../../src/findings/byLab.ts')

/** Four variants at 200 ms with F = 1000: 3.9.1 and 4.4, each with nothing and with one answer lost. */
const enough = presetScenario('thousand-at-200')
const [QUIET, LOST, , PRE_VOTE] = enough.variants.map(({ name }) => name) as [string, string, string, string]

const of = (name: string) => within(screen.getByRole('region', { name: `Margins and elections, ${name}` }))

const selectedRow = () => {
  const { selected } = lab()
  const trace = shown().answers[selected?.variant ?? 0]?.trace
  if (selected === undefined || trace === undefined) throw new Error('nothing is selected')
  return {
    variant: selected.variant,
    kind: kindOf(trace, selected.row),
    at: atOf(trace, selected.row),
    trace,
    row: selected.row,
  }
}

/** With so many variants it is folded at first. */
function open() {
  openLab(enough)
  render(<MarginsOfQuorum />)
  fireEvent.click(screen.getByRole('button', { name: 'Margins and elections', expanded: false }))
}

test('each follower has a chart that says its tightest moment, which leads to that fetch', async () => {
  open()
  const chart = of(QUIET).getByRole('img', { name: /^n2 had \d+ good fetches, with 100 ms left at the tightest$/ })
  expect(chart).toBeInTheDocument()
  await userEvent.click(of(QUIET).getByRole('button', { name: '100 ms left on the fetch timer of n2 at 900 ms' }))
  const { variant, kind, at, trace, row } = selectedRow()
  expect([variant, kind, at, fieldOf(trace, row, 1)]).toEqual([0, FETCH_TIMER, 900, 100])
})

test('a fetch timer that ran out is marked, and leads to the moment', async () => {
  open()
  expect(of(LOST).getByRole('img', { name: /^n2 had no good fetch; it ran out once$/ })).toBeInTheDocument()
  await userEvent.click(of(LOST).getByRole('button', { name: 'The fetch timer of n2 runs out at 1000 ms' }))
  expect(selectedRow()).toMatchObject({ variant: 1, kind: ROLE, at: 1000 })
})

test('the same as a table: each good fetch with what was left', async () => {
  open()
  await userEvent.click(screen.getByRole('button', { name: 'as a table' }))
  const rows = of(QUIET)
    .getAllByRole('row')
    .map((row) => row.textContent)
  expect(rows).toContain('n2900100 least')
  expect(rows).toContain('n21800100')
})

test('the rules stand with the run’s own numbers, and those of settings lead to their field', async () => {
  open()
  const rules = of(QUIET).getByRole('list', { name: 'The rules for n2, n3' })
  const [first, ...others] = within(rules).getAllByRole('listitem')
  expect(first?.textContent).toBe(
    '✓ n2, n3: a healthy follower never times out since F 1000 > W 500 + L↑ 200 + L↓ 200 = 900: holds, with 100 ms to spare; in this run at least 100',
  )
  // 3.9.1 has no ticks for stale voters only; a lost answer is survived neither told nor silently.
  expect(others.map(({ textContent }) => textContent?.slice(0, 36))).toEqual([
    '✕ n2, n3: it survives one lost answe',
    '✕ n2, n3: it survives one silent los',
  ])
  expect(
    within(rules).getAllByRole('button', {
      name: 'F, 1000 ms: controller.quorum.fetch.timeout.ms. Go to its field',
    })[0],
  ).toBeInTheDocument()
})

test('an election says what set it off, who won it, and whether it was needless, by a definition that stands below', () => {
  open()
  const [election] = of(LOST)
    .getAllByRole('listitem')
    .filter(({ textContent }) => textContent?.startsWith('Epoch'))
  expect(election?.textContent).toBe(
    "Epoch 2: n2's fetch timer at 1000 ms; n2 leads from 1400 ms; needless: n1 led, was running and reachable when the timer fired, at 1000 ms.",
  )
  expect(screen.getByText(/both directions open to a majority of the voters/)).toBeInTheDocument()
})

test('the cards bear the number, what it is, and what it cost', async () => {
  openLab(enough)
  render(<Verdicts />)
  drawn(shown())
  const card = await screen.findByRole('article', { name: PRE_VOTE })
  expect(card.textContent).toContain('0 ms without a working leader')
  expect(card.textContent).toContain('✓ no election; one round of pre-votes came to nothing')
  expect(
    within(screen.getByRole('article', { name: QUIET })).getByRole('button', { name: /tightest margin/ }),
  ).toBeInTheDocument()
  expect(screen.getByRole('article', { name: 'The difference' }).textContent).toContain('one election, needless')
})

test('beside the reasons stand the armed timers and the state of each node at the cursor', async () => {
  openLab(enough)
  act(() => setLab({ playhead: 950 }))
  render(<Reasons />)
  const nodes = await screen.findByRole('table', { name: 'The state of each node at the cursor' })
  const lines = within(nodes)
    .getAllByRole('row')
    .map((row) => row.textContent)
  expect(lines).toContain('B n2Follower of n11150 ms')
  const fuses = screen.getAllByRole('button', { name: /fetch timer/ }).map(({ textContent }) => textContent)
  expect(fuses[0]).toBe("Bn2's fetch timer 50 ms")
})
