import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import Knobs from '../../src/panels/Knobs.tsx'
import { variant } from '../../src/scenario/defaultPreset.ts'
import { addVariant } from '../../src/scenario/edit.ts'
import { isProducers, type Knob, knobsOf } from '../../src/scenario/knobs.ts'
import { knobWords } from '../../src/scenario/knobWords.ts'
import { setKnob } from '../../src/scenario/own.ts'
import { verdictsOf } from '../../src/store/derived.ts'
import { edit } from '../../src/store/edits.ts'
import { undo } from '../../src/store/history.ts'
import { asked, openLab, shown } from '../support/lab.ts'
import { mute, requests } from '../support/requests.ts'

beforeEach(() => {
  openLab()
  render(<Knobs first={1} onClose={vi.fn()} />)
})

const knobs = (variant: number) => asked().variants[variant]?.knobs
// The dialog is open in a browser only.
const choice = (name: string) => screen.getByRole('combobox', { name, hidden: true })
const button = (name: string) => screen.getByRole('button', { name, hidden: true })
const rows = () => screen.getAllByRole('rowheader', { hidden: true })

/** The rules that are listed, as they are worded. */
const texts = () => rows().map(({ textContent }) => textContent)
const wordsOf = (knob: Knob) => Object.values(knobWords[knob]).join('')

test('every rule of the procedure is there, with what it decides and where Kafka does, but for those of a producer', () => {
  expect(texts()).toEqual(
    knobsOf('2.7', 'client')
      .filter((knob) => !isProducers(knob))
      .map(wordsOf),
  )
})

test('a rule is changed alone, is marked beside the release’s own, and runs', async () => {
  const select = choice('Node choice, variant B')
  expect(select).toHaveDisplayValue('oldest attempt (2.7)')
  await userEvent.setup().selectOptions(select, 'last visited')
  expect(knobs(1)).toEqual({ nodeChoice: 'last visited' })
  expect(select).toHaveClass('changed')
  expect(screen.getByText(/^Kafka 2.7: oldest attempt/)).toBeInTheDocument()
  expect(shown().scenario).toBe(asked())
  expect(knobs(0)).toBeUndefined()
})

test('a yes or no is changed and reset by itself, with the focus on its field', async () => {
  const user = userEvent.setup()
  await user.selectOptions(choice('A reset draws jitter, variant B'), 'no')
  expect(knobs(1)).toEqual({ resetDraws: false })
  await user.click(button('Reset A reset draws jitter of variant B'))
  expect(knobs(1)).toBeUndefined()
  expect(choice('A reset draws jitter, variant B')).toHaveFocus()
})

test('the release’s own value, chosen by hand, is no change', async () => {
  const user = userEvent.setup()
  await user.selectOptions(choice('Node choice, variant B'), 'last visited')
  await user.selectOptions(choice('Node choice, variant B'), 'oldest attempt (2.7)')
  expect(knobs(1)).toBeUndefined()
})

test('all rules of a variant are reset by one click, and undo brings them back', async () => {
  const user = userEvent.setup()
  await user.selectOptions(choice('Node choice, variant B'), 'last visited')
  await user.selectOptions(choice('Who ends a silent attempt, variant B'), 'none')
  await user.click(button('Reset all rules of variant B'))
  expect(knobs(1)).toBeUndefined()
  act(undo)
  expect(knobs(1)).toEqual({ nodeChoice: 'last visited', setupTimeout: 'none' })
})

test('only rules in which variants differ are listed where that is wanted', async () => {
  await userEvent.setup().click(screen.getByRole('checkbox', { hidden: true }))
  expect(rows().map((row) => row.firstChild?.textContent)).toEqual([
    'Node choice',
    'Who ends a silent attempt',
    'Growth of waits',
    'CHECKING_API_VERSIONS resets the backoff',
    'A reset draws jitter',
    'close() leaves a trace (bug)',
  ])
})

test('a release of another procedure has rules of its own', () => {
  act(() => edit((scenario) => addVariant(scenario, '0.9')))
  const row = rows()
    .find((each) => each.firstChild?.textContent === 'Node choice')
    ?.closest('tr')
  expect(within(row as HTMLElement).getByText('no rule of Kafka 0.9')).toBeInTheDocument()
  expect(choice('Start of the node scan, variant C')).toHaveDisplayValue('each scan (0.9)')
})

test('a producer’s rule that came from the lab of records can still be reset in the lab of connections', async () => {
  act(() => edit((scenario) => setKnob(scenario, 1, 'producer.mutes', false)))
  await userEvent.setup().click(button('Reset One request in flight keeps the order of variant B'))
  expect(knobs(1)).toBeUndefined()
})

describe('in the lab of records', () => {
  beforeEach(() => {
    const variants = [variant('Kafka 2.0', '2.0'), variant('Kafka 3.9', '3.9')]
    act(() => void openLab(requests([{ at: 100, what: 'send' }], { variants, faults: [mute] })))
  })

  test('the producer’s rules come first, under a name of their own', () => {
    const groups = ['Of the producer', 'Of connections and metadata']
    expect(texts().filter((text) => groups.includes(text ?? ''))).toEqual(groups)
    expect(texts()[0]).toBe(groups[0])
    const listed = knobsOf('3.9', 'requests').map(wordsOf)
    expect([...texts()].sort()).toEqual([...groups, ...listed].sort())
  })

  test('one is turned alone, is marked, runs, is reset, and undo brings it back', async () => {
    const user = userEvent.setup()
    const ended = () => verdictsOf(shown())[1]?.headline
    expect(ended()).toBe(120_101)
    const select = choice('When a batch is too old, variant B')
    expect(select).toHaveDisplayValue('delivery timeout (3.9)')
    await user.selectOptions(select, 'none')
    expect(knobs(1)).toEqual({ 'producer.batchExpiry': 'none' })
    expect(select).toHaveClass('changed')
    expect(screen.getByText(/^Kafka 3.9: delivery timeout/)).toBeInTheDocument()
    expect(shown().scenario).toBe(asked())
    // Nothing ends the record any more that delivery.timeout.ms ended.
    expect(ended()).toBeUndefined()
    await user.click(button('Reset When a batch is too old of variant B'))
    expect(knobs(1)).toBeUndefined()
    act(undo)
    expect(knobs(1)).toEqual({ 'producer.batchExpiry': 'none' })
  })

  test('a rule that an early procedure does not have is said to be none of its', () => {
    act(() => edit((scenario) => addVariant(scenario, '0.9')))
    const row = rows().find((each) => each.firstChild?.textContent === 'A topic not known yet')
    expect(within(row?.closest('tr') as HTMLElement).getByText('no rule of Kafka 0.9')).toBeInTheDocument()
    expect(choice('When a batch is too old, variant C')).toHaveDisplayValue('from last attempt (0.9)')
  })
})
