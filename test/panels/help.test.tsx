import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import Help from '../../src/panels/Help.tsx'
import { openLab } from '../support/lab.ts'
import { presetScenario } from '../support/runs.ts'

const dialog = () => screen.getByText(/, in one run for each variant\./)
const heading = (name: string) => screen.queryByRole('heading', { name, hidden: true })

test.each([
  ['two-dead-of-three', /^The page runs a Kafka client/, false],
  ['mute-broker', /^The page runs a producer and its records, or one call/, true],
  ['thousand-at-200', /^The page runs the nodes of a KRaft quorum/, false],
  [
    'eligible-leader-replicas',
    /^The page takes one replicated partition through a schedule, step by step, as each release would, in one run for each variant\./,
    false,
  ],
])('help says what the lab of %s is, and has the keys of no other', (preset, subject, ofRecords) => {
  openLab(presetScenario(preset))
  render(<Help onClose={() => undefined} />)
  expect(dialog()).toHaveTextContent(subject)
  expect(heading('Where the time went') !== null).toBe(ofRecords)
  expect(screen.queryByText(/on a call of the application/) !== null).toBe(ofRecords)
  expect(heading('The question')).toBeInTheDocument()
})

test('a partition has colours of its own, and no faults on the picture', () => {
  openLab(presetScenario('eligible-leader-replicas'))
  render(<Help onClose={() => undefined} />)
  expect(screen.getByText(/eligible leader replica/)).toBeInTheDocument()
  expect(screen.queryByText(/the connection carries requests/)).toBeNull()
  expect(heading('Faults on the picture')).toBeNull()
  expect(screen.queryByText(/a new fault/)).toBeNull()
  expect(heading('What happens next')).toBeInTheDocument()
})
