import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import '../../src/findings/ofRecords.ts'
import { Verdicts } from '../../src/panels/Verdicts.tsx'
import { setSetting } from '../../src/scenario/edit.ts'
import { edit } from '../../src/store/edits.ts'
import { lab } from '../../src/store/lab.ts'
import { drawn } from '../../src/store/running.ts'
import { THREW } from '../../src/trace/producerKinds.ts'
import { kindOf } from '../../src/trace/trace.ts'
import { openLab, shown } from '../support/lab.ts'
import { presetScenario } from '../support/runs.ts'

beforeEach(async () => {
  openLab(presetScenario('buffer-full'))
  render(<Verdicts />)
  drawn(shown())
  await expect
    .poll(() => card('0.8.2 waits for ever').textContent, { timeout: 20_000 })
    .toContain('still wait for memory')
})

const card = (name: string) => screen.getByRole('article', { name })

test('cards answer when send() begins to fail: never, at once, after so long', () => {
  expect(card('0.8.2 waits for ever')).toHaveTextContent(/^never send\(\) fails/)
  expect(card('0.8.2 does not wait')).toHaveTextContent(/^at once send\(\) fails/)
  expect(card('3.9, 2 s to block')).toHaveTextContent(/^2000 ms until send\(\) fails/)
  expect(card('3.9, 2 s to block')).toHaveTextContent(/fails with a BufferExhaustedException after 2 s, eight times/)
})

test('the blue card has a number and the setting that makes it', () => {
  const gap = card('The difference')
  expect(gap).toHaveTextContent(/at least 10.90 s sooner/)
  expect(gap).toHaveTextContent('block.on.buffer.full = true lets it wait for ever')
})

test('what happened at once leads to its row', async () => {
  const user = userEvent.setup()
  await user.click(within(card('0.8.2 does not wait')).getByRole('button', { name: /^at once/ }))
  const { selected } = lab()
  expect(selected?.variant).toBe(1)
  expect(kindOf(shown().answers[1]?.trace as never, selected?.row ?? 0)).toBe(THREW)
})

test('a setting that is turned says what was there before', async () => {
  act(() => edit((scenario) => setSetting(scenario, 1, 'block.on.buffer.full', 'true')))
  expect(card('0.8.2 does not wait')).toHaveTextContent(/^never send\(\) fails/)
  await expect.poll(() => card('0.8.2 does not wait').textContent, { timeout: 20_000 }).toContain('before: at once')
})
