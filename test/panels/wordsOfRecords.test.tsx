import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Verdicts } from '../../src/panels/Verdicts.tsx'
import { drawn } from '../../src/store/running.ts'
import { openLab, shown } from '../support/lab.ts'
import { requests } from '../support/requests.ts'

// So long a run is not asked again under other seeds, whose answers would draw the card again.
test('the words for records come by themselves, where nothing else of the lab changes after them', async () => {
  openLab(requests([{ at: 0, what: 'send', count: 10_000, every: 5 }]))
  render(<Verdicts />)
  const card = screen.getByRole('article', { name: 'Kafka 3.9' })
  expect(card).not.toHaveTextContent('records are done')
  drawn(shown())
  await expect.poll(() => card.textContent).toContain('records are done')
})
