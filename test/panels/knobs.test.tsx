import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import Knobs from '../../src/panels/Knobs.tsx'
import { addVariant } from '../../src/scenario/edit.ts'
import { knobsOf } from '../../src/scenario/knobs.ts'
import { knobWords } from '../../src/scenario/knobWords.ts'
import { edit, undo } from '../../src/store/edits.ts'
import { asked, openLab, shown } from '../support/lab.ts'

beforeEach(() => {
  openLab()
  render(<Knobs first={1} onClose={vi.fn()} />)
})

const knobs = (variant: number) => asked().variants[variant]?.knobs
// The dialog is open in a browser only.
const choice = (name: string) => screen.getByRole('combobox', { name, hidden: true })
const button = (name: string) => screen.getByRole('button', { name, hidden: true })
const rows = () => screen.getAllByRole('rowheader', { hidden: true })

test('every rule of the procedure is there, with what it decides and where Kafka does', () => {
  expect(rows()).toHaveLength(knobsOf('2.7', 'client').length)
  for (const knob of knobsOf('2.7', 'client')) {
    const { label, help, source } = knobWords[knob]
    const row = rows().find((each) => each.textContent === label + help + source)
    expect(row, label).toBeDefined()
  }
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
