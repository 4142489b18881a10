import { act, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { Settings } from '../../src/panels/Settings.tsx'
import { Variants } from '../../src/panels/Variants.tsx'
import { keyedValue, nudged, TRAVEL, travelOf, valueAtTravel } from '../../src/panels/values.ts'
import { formOf, settingKeys } from '../../src/scenario/settingForms.ts'
import { settingOf } from '../../src/scenario/settings.ts'
import { undo } from '../../src/store/history.ts'
import { lab } from '../../src/store/lab.ts'
import { asked, openLab, shown } from '../support/lab.ts'

const SETUP = 'socket.connection.setup.timeout.ms'

beforeEach(() => {
  openLab()
  render(
    <>
      <Variants />
      <Settings />
    </>,
  )
})

const setup = () => screen.getByRole('textbox', { name: `${SETUP}, Kafka 2.7, KIP-601` })
const slider = () => screen.getByRole('slider', { name: `${SETUP}, Kafka 2.7, KIP-601` })
const producer = (variant: number) => asked().variants[variant]?.config.producer

async function retype(field: HTMLElement, text: string): Promise<void> {
  const user = userEvent.setup()
  await user.clear(field)
  await user.type(field, text)
}

test('a setting that a release lacks says so in its column', () => {
  const row = screen.getByRole('row', { name: new RegExp(`^${SETUP} not in 2.6`) })
  expect(within(row).getByText('not in 2.6')).toHaveAttribute('title', expect.stringContaining('came with Kafka 2.7'))
})

test('a changed setting is marked, counted, and runs', async () => {
  await retype(setup(), '3000')
  expect(producer(1)).toEqual({ [SETUP]: 3000 })
  expect(setup()).toHaveClass('changed')
  expect(screen.getByText(/1 changed/)).toBeVisible()
  expect(shown().scenario).toBe(asked())
})

test('the setting in hand tells its default, its range, its source, and what it is for', async () => {
  const user = userEvent.setup()
  await user.click(screen.getByRole('textbox', { name: 'max.block.ms, Kafka 2.6, kernel-bound' }))
  expect(screen.getByText(/How long send\(\) may block/)).toBeVisible()
  expect(screen.getByText(/default 60.000 ms of Kafka 2.6/)).toHaveTextContent(/from 0 on/)
})

test('a value is set in all variants by one click and taken back by one step', async () => {
  const user = userEvent.setup()
  const field = screen.getByRole('textbox', { name: 'max.block.ms, Kafka 2.6, kernel-bound' })
  await user.click(field)
  expect(screen.queryByRole('button', { name: /in all$/ })).toBeNull()
  await retype(field, '7000')
  await user.click(screen.getByRole('button', { name: /^Set 7000 ms in all/ }))
  expect([producer(0), producer(1)]).toEqual([{ 'max.block.ms': 7000 }, { 'max.block.ms': 7000 }])
  expect(screen.queryByRole('button', { name: /^Set .* in all/ })).toBeNull()
  expect(field).toHaveFocus()
  act(() => undo())
  expect([producer(0), producer(1)]).toEqual([{ 'max.block.ms': 7000 }, undefined])
  // In a release that does not have the setting, nothing is kept for later.
  await retype(setup(), '3000')
  expect(screen.queryByRole('button', { name: /^Set .* in all/ })).toBeNull()
})

test('one setting is reset by itself, all of them by one click', async () => {
  const user = userEvent.setup()
  await retype(setup(), '3000')
  await user.click(screen.getByRole('button', { name: /^Reset B to 10.000 ms/ }))
  expect(producer(1)).toBeUndefined()
  await retype(setup(), '4000')
  await retype(screen.getByRole('textbox', { name: 'max.block.ms, Kafka 2.6, kernel-bound' }), '5000')
  await user.click(screen.getByRole('button', { name: 'reset all' }))
  expect([producer(0), producer(1)]).toEqual([undefined, undefined])
})

test('a reset and a removed variant leave the focus in a field beside them', async () => {
  const user = userEvent.setup()
  await retype(setup(), '3000')
  await user.click(screen.getByRole('button', { name: /^Reset B to 10.000 ms/ }))
  expect(setup()).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Remove variant B' }))
  expect(screen.getByRole('textbox', { name: 'Name of variant A' })).toHaveFocus()
})

test('a value that Kafka refuses stays, with the reason, and the last good run stays too', async () => {
  const field = screen.getByRole('textbox', { name: 'reconnect.backoff.ms, Kafka 2.7, KIP-601' })
  const before = shown()
  const user = userEvent.setup()
  await user.clear(field)
  await user.paste('-5')
  expect(field).toHaveValue('-5')
  expect(field).toBeInvalid()
  expect(screen.getByRole('alert')).toHaveTextContent(/Kafka refuses/)
  expect(shown()).toBe(before)
})

test('a drag of the slider runs at each step and is one step of undo', () => {
  for (const travel of [600, 500, 400]) fireEvent.change(slider(), { target: { value: String(travel) } })
  fireEvent.pointerUp(slider())
  expect(lab().asked).toBe(3)
  expect(slider()).toHaveAttribute('aria-valuetext', expect.stringMatching(/^[\d\u202f]+ ms$/))
  expect(lab().past).toHaveLength(1)
  act(undo)
  expect(producer(1)).toBeUndefined()
})

test('arrow keys move a slider from any value, one press of keys is one step of undo, and a press at its end is none', async () => {
  const user = userEvent.setup()
  act(() => slider().focus())
  await user.keyboard('{ArrowRight}{ArrowUp}')
  expect(producer(1)).toEqual({ [SETUP]: 11_000 })
  await user.keyboard('{ArrowLeft}{ArrowDown}{ArrowDown}')
  expect(producer(1)).toEqual({ [SETUP]: 9800 })
  expect(lab().past).toHaveLength(1)
  await user.keyboard('{End}{ArrowRight}{PageUp}')
  expect(producer(1)).toEqual({ [SETUP]: 120_000 })
  expect(lab().past).toHaveLength(1)
  await user.tab()
  act(() => slider().focus())
  await user.keyboard('{ArrowRight}')
  expect(lab().past).toHaveLength(1)
})

const sliders = settingKeys
  .flatMap((key) => settingOf('3.9', key) ?? [])
  .map((row) => ({ ...row, slider: formOf(row.key).slider }))
  .filter(({ slider: [from, to] }) => to > from)

test.each(sliders)('the slider of $key moves by each key, both ways', ({ slider: [from, to], default: value }) => {
  const inside = Math.min(Math.max(Number(value), from + 1), to - 1)
  for (const key of ['ArrowRight', 'PageUp']) expect(keyedValue(key, inside, from, to)).toBeGreaterThan(inside)
  for (const key of ['ArrowLeft', 'PageDown']) expect(keyedValue(key, inside, from, to)).toBeLessThan(inside)
})

test('a slider goes by ratio, ends where its range ends, and finds a value again', () => {
  expect(valueAtTravel(0, 0, 60_000)).toBe(0)
  expect(valueAtTravel(TRAVEL, 0, 60_000)).toBe(60_000)
  for (const value of [100, 1000, 10_000, 120_000]) {
    expect(Math.abs(valueAtTravel(travelOf(value, 100, 120_000), 100, 120_000) - value)).toBeLessThanOrEqual(value / 50)
  }
})

test('a nudge is a tenth of the number’s size', () => {
  expect([nudged(10_000, 1), nudged(10_000, -1), nudged(50, 1), nudged(5, -1)]).toEqual([11_000, 9_900, 51, 4])
})

test('another release keeps what was typed for a setting that it lacks', async () => {
  const user = userEvent.setup()
  await retype(setup(), '3000')
  const release = screen.getByRole('combobox', { name: 'Kafka release of variant B' })
  await user.selectOptions(release, '2.5')
  expect(producer(1)).toBeUndefined()
  expect(screen.queryByRole('textbox', { name: new RegExp(`^${SETUP}`) })).toBeNull()
  await user.selectOptions(release, '3.9')
  expect(producer(1)).toEqual({ [SETUP]: 3000 })
})

test('releases that are not offered are named, greyed, with the reason', () => {
  const release = screen.getByRole('combobox', { name: 'Kafka release of variant A' })
  const greyed = within(release)
    .getAllByRole('option')
    .filter((option) => (option as HTMLOptionElement).disabled)
  expect(greyed.length).toBeGreaterThan(5)
  for (const option of greyed) expect(option.title).not.toBe('')
})

test('a release that refuses what stands in a field is said, and the last good run stays', async () => {
  const user = userEvent.setup()
  await user.click(screen.getByText(/Rarely turned/, { selector: 'summary' }))
  await retype(screen.getByRole('textbox', { name: 'max.in.flight.requests.per.connection, Kafka 2.7, KIP-601' }), '9')
  const before = shown()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Kafka release of variant B' }), '4.1')
  expect(screen.getByRole('alert')).toHaveTextContent(/refuses more than 5/)
  expect(shown()).toBe(before)
})

test('variants are added up to four, named, copied and removed', async () => {
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: '+ add' }))
  await user.click(screen.getByRole('button', { name: 'copy C' }))
  expect(asked().variants).toHaveLength(4)
  expect(screen.queryByRole('button', { name: '+ add' })).toBeNull()
  const name = screen.getByRole('textbox', { name: 'Name of variant D' })
  await retype(name, 'What if')
  expect(asked().variants[3]?.name).toBe('What if')
  for (const letter of ['D', 'C', 'B']) {
    await user.click(screen.getByRole('button', { name: `Remove variant ${letter}` }))
  }
  expect(asked().variants).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Remove variant A' })).toBeDisabled()
})

test('a name takes no characters that a link may not carry', () => {
  fireEvent.change(screen.getByRole('textbox', { name: 'Name of variant A' }), { target: { value: 'a\u202eb' } })
  expect(asked().variants[0]?.name).toBe('ab')
})
