import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Computing } from '../../src/panels/Computing.tsx'
import { startKeys } from '../../src/panels/keys.ts'
import { isEdited } from '../../src/panels/PresetMenu.tsx'
import Question from '../../src/panels/Question.tsx'
import { defaultPreset } from '../../src/scenario/defaultPreset.ts'
import { removeFault, setKafka, setSetting, setVariantName, setWorld, updateFault } from '../../src/scenario/edit.ts'
import { presetOfLink, presets } from '../../src/scenario/presets.ts'
import { verdictsOf } from '../../src/store/derived.ts'
import { edit } from '../../src/store/edits.ts'
import { undo } from '../../src/store/history.ts'
import { lab, setLab } from '../../src/store/lab.ts'
import { select } from '../../src/store/looking.ts'
import { askAgain } from '../../src/store/running.ts'
import { asked, openLab, shown } from '../support/lab.ts'
import { presetScenario } from '../support/runs.ts'

const title = () => screen.getByRole('textbox', { name: 'Title of the question' })

test('a preset under another title still says what is asked', async () => {
  openLab()
  render(<Question />)
  await userEvent.clear(title())
  await userEvent.type(title(), 'For the review on Monday')
  expect(asked().title).toBe('For the review on Monday')
  expect(screen.getByText(defaultPreset.question)).toBeVisible()
})

test('of two presets with one world the releases tell which it was', () => {
  for (const preset of presets) {
    openLab({ ...preset.scenario, title: 'Mine' })
    const { unmount } = render(<Question />)
    expect(screen.getByText(preset.question), preset.id).toBeVisible()
    unmount()
  }
})

test('another world under another title is nobody’s question but the visitor’s', () => {
  openLab(setWorld({ ...defaultPreset.scenario, title: 'Mine' }, { latency: 7 }))
  render(<Question />)
  expect(screen.queryByText(defaultPreset.question)).toBeNull()
})

test.each([
  ['its settings', setSetting(defaultPreset.scenario, 0, 'max.block.ms', 7_000)],
  ['its world', setWorld(defaultPreset.scenario, { latency: 7 })],
  [
    'its world and its settings',
    setSetting(setWorld(defaultPreset.scenario, { latency: 7 }), 0, 'max.block.ms', 7_000),
  ],
  ['its variants', setKafka(defaultPreset.scenario, 0, '3.9')],
])('it is said beside the preset’s question that %s changed', (what, scenario) => {
  openLab(scenario)
  render(<Question />)
  expect(screen.getByText(`That is the preset’s question; you have changed ${what} since.`)).toBeVisible()
})

test('a variant under another name changes nothing that was asked', () => {
  openLab(setVariantName(defaultPreset.scenario, 0, 'Ours'))
  render(<Question />)
  expect(screen.queryByText(/you have changed/)).toBeNull()
})

test('a link to a former revision is asked as before, and nobody edited it', () => {
  const former = presetOfLink('k1555-32', 1)!.scenario
  openLab(former)
  render(<Question />)
  expect(screen.getByText(/^As it was asked before/)).toBeVisible()
  expect(screen.queryByText(/you have changed its world/)).toBeNull()
  expect(isEdited({ ...former })).toBe(false)
  expect(isEdited(setKafka(former, 0, '0.8.2'))).toBe(true)
})

test('the answer stands below the question, and what it comes from is there for who opens it', async () => {
  openLab()
  render(<Question />)
  expect(document.querySelector('.short-answer')).toHaveTextContent(/Kafka 2.6, kernel-bound: 131.*Kafka 2.7.*20/)
  const words = /the kernel ends the wait/
  const shut = screen.getByText('How it comes about, and what to try').closest('details')
  expect(shut?.textContent).not.toMatch(words)
  await userEvent.click(screen.getByText('How it comes about, and what to try'))
  await vi.waitFor(() => expect(shut?.textContent).toMatch(words))
})

test('the selection follows an edit into the variant that it changes, and no edit of all', async () => {
  openLab()
  render(<Question />)
  act(() => select(1, 3))
  const field = screen.getByRole('textbox', { name: 'max.block.ms, Kafka 2.6, kernel-bound' })
  await userEvent.clear(field)
  await userEvent.type(field, '7000')
  expect(lab().selected).toEqual({ variant: 0, row: verdictsOf(shown())[0]?.row })
  act(() => select(1, 3))
  act(() => edit((scenario) => setWorld(scenario, { latency: 3 })))
  expect(lab().selected?.variant).toBe(1)
  act(() => edit((scenario) => setVariantName(scenario, 0, 'Ours')))
  expect(lab().selected?.variant).toBe(1)
})

describe('a name that a preset gave', () => {
  const names = () => asked().variants.map(({ name }) => name)
  const given = ['3.9.1, nothing is lost', '3.9.1, one answer lost', '4.4, nothing is lost', '4.4, one answer lost']
  beforeEach(() => {
    openLab(presetScenario('thousand-at-200'))
    render(<Question />)
    expect(names()).toEqual(given)
  })

  test('goes with another release, and comes back with it', () => {
    act(() => edit((scenario) => setKafka(scenario, 1, '4.1')))
    expect(names()).toEqual(given.with(1, 'Kafka 4.1'))
    act(() => undo())
    expect(names()).toEqual(given)
  })

  test('goes with a fault that it speaks of, and not where nothing has changed', () => {
    act(() => edit((scenario) => updateFault(scenario, 0, { at: 5 })))
    expect(names()).toEqual(given)
    act(() => edit((scenario) => removeFault(scenario, 0)))
    expect(names()).toEqual(given.with(1, 'Kafka 3.9.1').with(3, 'Kafka 4.4'))
  })

  test('stays where no variant is told apart by its faults', () => {
    act(() => openLab())
    act(() => edit((scenario) => removeFault(scenario, 0)))
    expect(names()).toEqual(defaultPreset.scenario.variants.map(({ name }) => name))
  })

  test('stays where somebody has typed another', () => {
    act(() => edit((scenario) => setVariantName(scenario, 1, '3.9.1 of ours')))
    act(() => edit((scenario) => setKafka(scenario, 1, '4.1')))
    expect(names()[1]).toBe('3.9.1 of ours')
  })
})

test('undo brings a removed variant back from the name that the focus goes to, and a typed name as one step', async () => {
  openLab()
  const end = startKeys(() => undefined)
  render(<Question />)
  await userEvent.click(screen.getByRole('button', { name: 'Remove variant B' }))
  expect(screen.getByRole('textbox', { name: 'Name of variant A' })).toHaveFocus()
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(asked().variants).toHaveLength(2)
  await userEvent.type(screen.getByRole('textbox', { name: 'Name of variant A' }), ' here')
  expect(asked().variants[0]?.name).toBe('Kafka 2.6, kernel-bound here')
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(asked().variants).toEqual(defaultPreset.scenario.variants)
  end()
})

test('a run that takes long is said to be under way, until it is there', () => {
  vi.useFakeTimers()
  openLab()
  render(<Computing />)
  const quiet = () => expect(screen.getByRole('status')).toBeEmptyDOMElement()
  act(() => edit((scenario) => setWorld(scenario, { latency: 7 })))
  act(() => void vi.advanceTimersByTime(1000))
  quiet()
  // The worker has not answered the newest edit yet.
  act(() => setLab((now) => ({ asked: now.asked + 1 })))
  act(() => void vi.advanceTimersByTime(300))
  quiet()
  act(() => void vi.advanceTimersByTime(300))
  expect(screen.getByRole('status')).toHaveTextContent('computing')
  act(() => askAgain())
  quiet()
  vi.useRealTimers()
})
