import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Header } from '../../src/panels/Header.tsx'
import Help from '../../src/panels/Help.tsx'
import { startKeys } from '../../src/panels/keys.ts'
import { Transport } from '../../src/panels/Transport.tsx'
import { setWorld } from '../../src/scenario/edit.ts'
import { edit } from '../../src/store/edits.ts'
import { lab } from '../../src/store/lab.ts'
import { cursorIn } from '../../src/store/looking.ts'
import { drawn } from '../../src/store/running.ts'
import { asked, openLab, shown } from '../support/lab.ts'

let endKeys: () => void
const help = vi.fn()

beforeEach(() => {
  openLab()
  help.mockClear()
  endKeys = startKeys(help)
})

afterEach(() => endKeys())

const press = (key: string, more: KeyboardEventInit = {}) => fireEvent.keyDown(document.body, { key, ...more })

test('L switches between the elastic and the true linear axis', () => {
  press('l')
  expect(lab().axis).toBe('linear')
  press('L')
  expect(lab().axis).toBe('elastic')
})

test('the question mark asks for help', () => {
  press('?')
  expect(help).toHaveBeenCalledOnce()
})

test('ctrl Z undoes, ctrl shift Z does again', () => {
  act(() => edit((scenario) => setWorld(scenario, { latency: 40 })))
  press('z', { ctrlKey: true })
  expect(asked().world.latency).toBe(1)
  press('Z', { ctrlKey: true, shiftKey: true })
  expect(asked().world.latency).toBe(40)
})

test('single letters are silent in fields, and everywhere once they are switched off', async () => {
  const user = userEvent.setup()
  render(<Help onClose={() => undefined} />)
  const field = document.body.appendChild(document.createElement('input'))
  fireEvent.keyDown(field, { key: 'l', bubbles: true })
  expect(lab().axis).toBe('elastic')
  field.remove()
  await user.click(screen.getByLabelText(/Single letters are keys/))
  press('l')
  expect(lab().axis).toBe('elastic')
  press('.')
  expect(lab().selected).toBeDefined()
})

test('space on a button presses that button only', () => {
  render(<Transport />)
  fireEvent.keyDown(screen.getByRole('button', { name: 'Play' }), { key: ' ' })
  expect(lab().playing).toBe(false)
  press(' ')
  expect(lab().playing).toBe(true)
  press(' ')
  expect(lab().playing).toBe(false)
})

test('the playhead says where it stands, and, once the sentences came, what happened last', async () => {
  render(<Transport />)
  const playhead = screen.getByRole('slider', { name: 'Playhead' })
  fireEvent.change(playhead, { target: { value: '10060' } })
  expect(playhead).toHaveAttribute('aria-valuetext', expect.stringMatching(/^10\.06 s/))
  expect(cursorIn(lab())).toBe(10_060)
  drawn(shown())
  await vi.waitFor(() =>
    expect(playhead).toHaveAttribute('aria-valuetext', expect.stringMatching(/^10\.06 s, 13 ms after: Kafka 2\.7/)),
  )
})

test('the pace can be set from 1 ms to 10 s for a second of the run', async () => {
  render(<Transport />)
  const pace = screen.getByRole('combobox', { name: 'A second of the run takes' })
  await userEvent.selectOptions(pace, '10 s')
  expect(lab().pace).toBe(10_000)
})

test('the header undoes, redoes, and switches the theme for good', async () => {
  const user = userEvent.setup()
  render(<Header onHelp={help} />)
  expect(screen.getByRole('button', { name: 'Undo' })).toBeDisabled()
  act(() => edit((scenario) => setWorld(scenario, { latency: 40 })))
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(asked().world.latency).toBe(1)
  await user.click(screen.getByRole('button', { name: 'Redo' }))
  expect(asked().world.latency).toBe(40)
  await user.click(screen.getByRole('button', { name: 'Switch to the dark theme' }))
  expect(document.documentElement.dataset.theme).toBe('dark')
  expect(screen.getByRole('button', { name: 'Switch to the light theme' })).toBeVisible()
})

test('the copy button tells the length of the link, and that names and settings travel in it', async () => {
  render(<Header onHelp={help} />)
  drawn(shown())
  expect(await screen.findByText('13 ch')).toBeVisible()
  const copy = screen.getByRole('button', { name: /^Copy link/ })
  expect(copy).toHaveAccessibleName('Copy link, 13 characters')
  expect(copy).toHaveAccessibleDescription(/Broker names and settings travel in it.*opens wherever this lab is served/)
})

test('a preset is chosen from the list of questions', async () => {
  render(<Header onHelp={help} />)
  drawn(shown())
  await userEvent.click(await screen.findByText('The dead leader that nobody looks at'))
  await vi.waitFor(() => expect(asked().title).toBe('The dead leader that nobody looks at'))
  expect(asked().variants).toHaveLength(4)
  expect(location.hash).toBe('#c1.leader.1')
})
