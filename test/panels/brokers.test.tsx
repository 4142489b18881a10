import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { World } from '../../src/panels/World.tsx'
import { setWorld } from '../../src/scenario/edit.ts'
import { edit } from '../../src/store/edits.ts'
import { undo } from '../../src/store/history.ts'
import { asked, openLab } from '../support/lab.ts'

beforeEach(async () => {
  openLab()
  render(<World />)
})

const nodes = () => asked().world.nodes
const open = (name: string) =>
  userEvent.setup().click(screen.getByRole('button', { name: `How the client knows ${name}` }))
const nameOf = (n: number) => screen.getByRole('textbox', { name: `Name of broker ${n}` })

test('a broker is renamed, and two can never have one name', async () => {
  const user = userEvent.setup()
  await user.clear(nameOf(2))
  expect(screen.getByRole('alert')).toHaveTextContent('A broker needs a name.')
  expect(nodes()[1]?.name).toBe('broker 2')
  await user.type(nameOf(2), 'broker 1')
  expect(nameOf(2)).toBeInvalid()
  expect(nameOf(2)).toHaveAccessibleDescription(/Another broker is called broker 1/)
  await user.type(nameOf(2), '7')
  expect(nodes()[1]?.name).toBe('broker 17')
  expect(screen.queryByRole('alert')).toBeNull()
  await user.tab()
  act(undo)
  expect(nodes()[1]?.name).toBe('broker 2')
})

test('a broker leaves bootstrap.servers, and the last one there stays', async () => {
  const user = userEvent.setup()
  for (const name of ['broker 1', 'broker 2']) {
    await open(name)
    await user.click(screen.getByRole('checkbox', { name: /In bootstrap.servers/ }))
  }
  expect(nodes().map(({ bootstrap }) => bootstrap)).toEqual([false, false, true])
  await open('broker 3')
  expect(screen.getByRole('checkbox', { name: /the only one, so it stays/ })).toBeDisabled()
})

test('what was busy with a bootstrap server turns to another one when that is none any more', async () => {
  act(() => edit((scenario) => setWorld(scenario, { workload: { kind: 'busy', node: 0 } })))
  await open('broker 1')
  await userEvent.setup().click(screen.getByRole('checkbox', { name: /In bootstrap.servers/ }))
  expect(asked().world.workload).toEqual({ kind: 'busy', node: 1 })
})

test.each<[string, 'left' | 'joined' | undefined]>([
  ['has left it', 'left'],
  ['has joined since', 'joined'],
  ['is in the cluster', undefined],
])('a broker %s', async (choice, membership) => {
  const user = userEvent.setup()
  await open('broker 3')
  const select = screen.getByRole('combobox', { name: 'Membership of broker 3' })
  await user.selectOptions(select, membership === 'left' ? 'joined' : 'left')
  await user.selectOptions(select, choice)
  expect(nodes()[2]?.membership).toBe(membership)
})

test('a name can resolve to several addresses, from 1 to 16', async () => {
  const user = userEvent.setup()
  await open('broker 1')
  const field = screen.getByRole('textbox', { name: 'Addresses' })
  await user.clear(field)
  await user.type(field, '3')
  expect(nodes()[0]?.addresses).toBe(3)
  await user.type(field, '0')
  expect(screen.getByRole('alert')).toHaveTextContent(/at most 16/)
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Reset Addresses to 1' }))
  expect(nodes()[0]?.addresses).toBe(1)
})

test('a broker that is removed leaves its faults, and the focus to its neighbour', async () => {
  await userEvent.setup().click(screen.getByRole('button', { name: 'Remove broker 1' }))
  expect(nodes().map(({ name }) => name)).toEqual(['broker 2', 'broker 3'])
  expect(asked().world.faults).toHaveLength(2)
  expect(nameOf(1)).toHaveFocus()
})

test('a broker is added at the end', async () => {
  await userEvent.setup().click(screen.getByRole('button', { name: '+ add a broker' }))
  expect(nodes().map(({ name }) => name)).toEqual(['broker 1', 'broker 2', 'broker 3', 'broker 4'])
})
