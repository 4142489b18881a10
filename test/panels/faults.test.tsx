import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { Faults } from '../../src/panels/Faults.tsx'
import { asked, openLab, shown } from '../support/lab.ts'

beforeEach(() => {
  openLab()
  render(<Faults />)
})

const faults = () => asked().world.faults

test('each fault is one line that says who, what and when', () => {
  expect(screen.getByRole('button', { name: 'broker 1 black hole, from 0' })).toBeVisible()
})

test('a fault is switched off and on', async () => {
  const user = userEvent.setup()
  const on = screen.getByRole('checkbox', { name: 'broker 1 black hole, from 0: on' })
  await user.click(on)
  expect(faults()[0]?.on).toBe(false)
  expect(shown().scenario).toBe(asked())
  await user.click(on)
  expect(faults()[0]?.on).toBe(true)
})

test('a new fault meets the first broker that nothing happens to, and opens', async () => {
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: '+ add a fault' }))
  expect(faults()[2]).toEqual({ at: 0, kind: 'black hole', node: 2, on: true })
  await user.selectOptions(screen.getByRole('combobox', { name: 'What happens' }), 'cut link')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Which way' }), 'to broker')
  await user.clear(screen.getByRole('textbox', { name: 'From' }))
  await user.type(screen.getByRole('textbox', { name: 'From' }), '3000')
  await user.type(screen.getByRole('textbox', { name: 'Until' }), '9000')
  expect(faults()[2]).toEqual({ at: 3000, until: 9000, kind: 'cut link', way: 'to broker', node: 2, on: true })
  expect(screen.getByRole('button', { name: 'broker 3 cut link to broker, 3 s to 9 s' })).toBeVisible()
})

test('a fault cannot end before it begins; an empty end is for ever', async () => {
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'broker 1 black hole, from 0' }))
  const until = screen.getByRole('textbox', { name: 'Until' })
  await user.type(until, '0')
  expect(screen.getByRole('alert')).toHaveTextContent(/at least 1|after it begins/)
  await user.clear(until)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(faults()[0]).not.toHaveProperty('until')
})

test('the kind in hand is explained', async () => {
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'broker 1 black hole, from 0' }))
  expect(screen.getByText(/Every packet is lost, with no word/)).toBeVisible()
  await user.selectOptions(screen.getByRole('combobox', { name: 'What happens' }), 'mute')
  expect(screen.getByText(/swallows every request/)).toBeVisible()
})

test('the focus goes from a removed fault to its neighbour, and from the last one to the button that adds', async () => {
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Remove: broker 2 black hole, from 0' }))
  expect(screen.getByRole('button', { name: 'broker 1 black hole, from 0' })).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Remove: broker 1 black hole, from 0' }))
  expect(screen.getByRole('button', { name: '+ add a fault' })).toHaveFocus()
})

test('a removed fault takes the wrong text in its fields along', async () => {
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'broker 1 black hole, from 0' }))
  await user.type(screen.getByRole('textbox', { name: 'From' }), 'x')
  await user.click(screen.getByRole('button', { name: 'Remove: broker 1 black hole, from 0' }))
  expect(faults()).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'broker 2 black hole, from 0' }))
  expect(screen.getByRole('textbox', { name: 'From' })).toBeValid()
})

test('a start beyond the end is complained of, and the end stays', async () => {
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'broker 1 black hole, from 0' }))
  await user.type(screen.getByRole('textbox', { name: 'Until' }), '5000')
  const from = screen.getByRole('textbox', { name: 'From' })
  await user.clear(from)
  await user.type(from, '7000')
  expect(screen.getByRole('alert')).toHaveTextContent(/must begin before it ends/)
  expect(faults()[0]?.until).toBe(5000)
})
