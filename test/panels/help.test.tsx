import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import Help from '../../src/panels/Help.tsx'
import { openLab } from '../support/lab.ts'
import { presetScenario } from '../support/runs.ts'

const dialog = () => screen.getByText(/to the millisecond, in one run/)
const heading = (name: string) => screen.queryByRole('heading', { name, hidden: true })

test.each([
  ['two-dead-of-three', /^The page runs a Kafka client/, false],
  ['mute-broker', /^The page runs a producer and its records, or one call/, true],
  ['thousand-at-200', /^The page runs the nodes of a KRaft quorum/, false],
])('help says what the lab of %s is, and has the keys of no other', (preset, subject, ofRecords) => {
  openLab(presetScenario(preset))
  render(<Help onClose={() => undefined} />)
  expect(dialog()).toHaveTextContent(subject)
  expect(heading('Where the time went') !== null).toBe(ofRecords)
  expect(screen.queryByText(/on a call of the application/) !== null).toBe(ofRecords)
  expect(heading('The question')).toBeInTheDocument()
})
