import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import Help from '../../src/panels/Help.tsx'
import Modelled from '../../src/panels/Modelled.tsx'
import { Settings } from '../../src/panels/Settings.tsx'
import { quorumCases, recordedCases } from '../../src/scenario/evidenceData.ts'
import { type Knob, knobValues } from '../../src/scenario/knobs.ts'
import { knobWords } from '../../src/scenario/knobWords.ts'
import { modelledCalls, modelledSettings, modelledSysctls } from '../../src/scenario/modelled.ts'
import { modelledPartition, partitionGaps } from '../../src/scenario/modelledPartition.ts'
import { modelledQuorumFaults, quorumGaps } from '../../src/scenario/modelledQuorum.ts'
import { clientFaultKinds } from '../../src/scenario/scenario.ts'
import { type SettingKey, settingKeys } from '../../src/scenario/settingForms.ts'
import { sysctlNames, sysctls } from '../../src/scenario/sysctls.ts'
import { workloadWords } from '../../src/scenario/workloadWords.ts'
import { closeModelled, useReading } from '../../src/store/reading.ts'
import { openLab } from '../support/lab.ts'

// jsdom has the element, and not what opens it.
beforeAll(() => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
})

beforeEach(() => openLab())
afterEach(() => closeModelled())

const pageAt = (at = '') => {
  render(<Modelled at={at} />)
  return screen.getByRole('dialog', { name: 'What is modelled, and what is not' })
}

/** What the page says, by its terms. */
function facts(): ReadonlyMap<string, string> {
  const terms = [...pageAt().querySelectorAll('dt')]
  return new Map(terms.map((term) => [term.textContent ?? '', term.nextElementSibling?.textContent ?? '']))
}

describe('the page has a word on', () => {
  test('every setting, and on what holds it', () => {
    const said = facts()
    for (const key of settingKeys) {
      expect(said.get(key)).toContain(modelledSettings[key as SettingKey])
      expect(said.get(key)).toMatch(/Held by: .*(recorded cases|verdicts?|tables)/)
    }
  })

  test('every fault: SYN, open connection, request and answer', () => {
    const rows = [...pageAt().querySelectorAll('tbody tr')]
    const told = rows.map((row) => [...row.children].map(({ textContent }) => textContent ?? ''))
    expect(told.map(([kind]) => kind)).toEqual(clientFaultKinds)
    for (const [, ...effects] of told) expect(effects.map((effect) => effect.length > 3)).toEqual(Array(4).fill(true))
  })

  test('every fault of a quorum, and what a quorum is not', () => {
    const said = facts()
    for (const { title, models } of Object.values(modelledQuorumFaults)) expect(said.get(title)).toContain(models)
    for (const gap of quorumGaps) expect(screen.getByText(gap)).toBeVisible()
    const cases = Object.values(quorumCases).reduce((sum, count) => sum + count, 0)
    expect(said.get('Roles and epochs')?.replace(/\s/g, ' ')).toContain(`Held by: ${cases} recorded quorums`)
  })

  test('calls and partitions, with what holds them', () => {
    const said = facts()
    for (const { title, models } of [...modelledCalls, ...modelledPartition]) expect(said.get(title)).toContain(models)
    for (const gap of partitionGaps) expect(screen.getByText(gap)).toBeVisible()
    expect(said.get('Replicas and the high watermark')).toMatch(/Held by: \d+ schedules/)
  })

  test('every caller, in the words of the menu', () => {
    const said = facts()
    expect(said.get('asks for a broker, its leader')).toMatch(/the leader of its partition/)
    for (const { choice, help } of Object.values(workloadWords)) expect(said.get(choice('a broker'))).toBe(help)
  })

  test('every rule that can be set by itself', () => {
    const said = facts()
    for (const knob of Object.keys(knobValues) as Knob[]) {
      expect(said.get(knobWords[knob].label)).toContain(knobWords[knob].help)
    }
  })

  test('every sysctl', () => {
    const said = facts()
    for (const sysctl of sysctls) expect(said.get(sysctlNames[sysctl])).toBe(modelledSysctls[sysctl])
  })
})

test('it says how many recorded cases there are, and from which releases', () => {
  const all = Object.values(recordedCases).reduce((sum, count) => sum + count, 0)
  const said = pageAt().textContent?.match(/(\d+)\D?(\d{3}) recorded cases of Kafka’s own/)
  expect(Number(`${said?.[1]}${said?.[2]}`)).toBe(all)
  for (const release of Object.keys(recordedCases))
    expect(screen.getAllByText(new RegExp(`${release}: `))[0]).toBeVisible()
})

test('what it is opened at has the focus', () => {
  pageAt('request.timeout.ms')
  expect(document.activeElement).toHaveTextContent(/^request\.timeout\.ms$/)
})

test('a chapter is reached from the list on top', async () => {
  pageAt()
  await userEvent.click(screen.getByRole('button', { name: 'Known gaps' }))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Known gaps' }))
})

test('the help leads to it', async () => {
  const closed = vi.fn()
  render(<Help onClose={closed} />)
  await userEvent.click(screen.getByRole('button', { name: 'What is modelled, and what is not' }))
  expect(useReading.getState().modelled).toBe('')
})

test('a setting in hand leads to what is modelled of it', async () => {
  render(<Settings />)
  await userEvent.click(screen.getByRole('button', { name: /^What is modelled: / }))
  expect(settingKeys).toContain(useReading.getState().modelled)
})

test('an address that opened it does so no more once it is closed', () => {
  history.replaceState(null, '', '/?modelled=tcp&x=1#c1.leader.1')
  closeModelled()
  expect(location.search + location.hash).toBe('?x=1#c1.leader.1')
})
