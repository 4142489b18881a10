import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { World } from '../../src/panels/World.tsx'
import type { Kernel } from '../../src/scenario/scenario.ts'
import { undo } from '../../src/store/history.ts'
import { lab } from '../../src/store/lab.ts'
import { asked, openLab } from '../support/lab.ts'

beforeEach(() => {
  openLab()
  render(<World />)
})

const kernel = (): Kernel => asked().world.kernel
const field = (name: string) => screen.getByRole('textbox', { name })

const choose = (kernel: string) =>
  userEvent.setup().selectOptions(screen.getByRole('combobox', { name: 'Kernel' }), kernel)

async function retype(name: string, text: string): Promise<void> {
  const user = userEvent.setup()
  await user.clear(field(name))
  await user.type(field(name), text)
}

test.each<[string, string, Kernel]>([
  ['never gives up', 'never gives up', { giveUpAfter: null }],
  ['is known by the length of an attempt only', 'gives up after …', { giveUpAfter: 131_000 }],
  ['is the first that began with 3 s', 'Linux before 3.1', { release: '3.0', synRetries: 5, linearTimeouts: 0 }],
  ['doubles from the first SYN on', 'Linux 3.7 to 6.4', { release: '3.7', synRetries: 6, linearTimeouts: 0 }],
  ['has a maximum to set', 'Linux 6.15 and later', { release: '6.15', synRetries: 6, linearTimeouts: 4 }],
])('the kernel %s', async (_, choice, expected) => {
  await choose(choice)
  expect(kernel()).toEqual(expected)
})

test.each<[string, string, string]>([
  ['Linux 6.5 to 6.14', '6', 'SYNs at 0, 1, 2, 3, 4, 5, 7, 11, 19, 35, 67 s; gives up after 131 s.'],
  ['Linux 3.7 to 6.4', '6', 'SYNs at 0, 1, 3, 7, 15, 31, 63 s; gives up after 127 s.'],
  ['Linux before 3.1', '5', 'SYNs at 0, 3, 9, 21, 45, 93 s; gives up after 189 s.'],
  ['Linux 6.5 to 6.14', '2', 'SYNs at 0, 1, 2, 3, 4, 5 s; gives up after 7 s.'],
])('%s with %s retries says what that comes to', async (release, retries, schedule) => {
  await choose('never gives up')
  await choose(release)
  await retype('tcp_syn_retries', retries)
  expect(screen.getByText(schedule)).toBeInTheDocument()
})

test.each<[string, string, string, Partial<Extract<Kernel, { release: string }>>]>([
  ['tcp_syn_linear_timeouts', '0', '4', { linearTimeouts: 0 }],
  ['tcp_rto_max_ms', '4000', '120000', { rtoMax: 4000 }],
  ['tcp_retries2', '8', '15', { dataRetries: 8 }],
  ['TCP_USER_TIMEOUT', '30000', '0', { userTimeout: 30_000 }],
  ['tcp_keepalive_time', '60000', '7200000', { keepalive: { idle: 60_000, interval: 75_000, probes: 9 } }],
  ['tcp_keepalive_intvl', '5000', '75000', { keepalive: { idle: 7_200_000, interval: 5000, probes: 9 } }],
  ['tcp_keepalive_probes', '3', '9', { keepalive: { idle: 7_200_000, interval: 75_000, probes: 3 } }],
])('%s can be set, is marked, and goes back to what the release has', async (name, text, usual, changed) => {
  await choose('Linux 6.15 and later')
  const fresh = kernel()
  await retype(name, text)
  expect(kernel()).toEqual({ ...fresh, ...changed })
  expect(field(name)).toHaveClass('changed')
  await userEvent.setup().click(screen.getByRole('button', { name: new RegExp(`^Reset ${name} to`) }))
  expect(kernel()).toEqual(fresh)
  expect(field(name)).toHaveFocus()
  expect(field(name)).not.toHaveClass('changed')
  await retype(name, usual)
  expect(kernel()).toEqual(fresh)
})

test('another release keeps what was set and can be set there, says what it drops, and undo brings that back', async () => {
  await choose('Linux 6.15 and later')
  await retype('tcp_rto_max_ms', '4000')
  await retype('tcp_syn_retries', '3')
  await choose('Linux 3.7 to 6.4')
  expect(kernel()).toEqual({ release: '3.7', synRetries: 3, linearTimeouts: 0 })
  expect(screen.getByRole('status')).toHaveTextContent('Not in this kernel: tcp_rto_max_ms 4000;')
  await userEvent.setup().click(screen.getByRole('button', { name: 'undo' }))
  expect(kernel()).toEqual({ release: '6.15', synRetries: 3, linearTimeouts: 4, rtoMax: 4000 })
  expect(screen.queryByRole('status')).toBeNull()
})

test('a release that lacks a number does not show it', async () => {
  await choose('Linux 3.7 to 6.4')
  expect(screen.queryByRole('textbox', { name: 'tcp_syn_linear_timeouts' })).toBeNull()
  expect(screen.queryByRole('textbox', { name: 'tcp_rto_max_ms' })).toBeNull()
})

test('a number that the kernel refuses stays as typed, and goes with a release that has no such number', async () => {
  await retype('tcp_syn_linear_timeouts', '200')
  expect(field('tcp_syn_linear_timeouts')).toBeInvalid()
  expect(screen.getByRole('alert')).toHaveTextContent(/at most 127/)
  await choose('Linux 3.7 to 6.4')
  expect(lab().draft.slips).toEqual({})
  act(undo)
  expect(field('tcp_syn_linear_timeouts')).toHaveValue('200')
})

test('timers can be as late as a real wheel makes them', async () => {
  const user = userEvent.setup()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Its timers fire' }), 'late, HZ 250')
  expect(kernel()).toMatchObject({ wheel: { hz: 250, phase: 0 } })
  expect(screen.getByText(/gives up after 13[345]\.\d+ s/)).toBeInTheDocument()
  await retype('Jiffies at 0', '2383')
  expect(kernel()).toMatchObject({ wheel: { hz: 250, phase: 2383 } })
  await user.selectOptions(screen.getByRole('combobox', { name: 'Its timers fire' }), 'on time')
  expect(kernel()).not.toHaveProperty('wheel')
})

test('all of a kernel is reset by one click', async () => {
  await retype('tcp_retries2', '8')
  await retype('TCP_USER_TIMEOUT', '5000')
  await userEvent.setup().click(screen.getByRole('button', { name: 'reset all of this kernel' }))
  expect(kernel()).toEqual({ release: '6.5', synRetries: 6, linearTimeouts: 4 })
})
