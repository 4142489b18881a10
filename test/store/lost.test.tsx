import { render, screen } from '@testing-library/react'
import { lazy, Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { Boundary } from '../../src/panels/Boundary.tsx'
import { defaultPreset } from '../../src/scenario/defaultPreset.ts'
import { openAddress, visit } from '../../src/store/address.ts'
import { openFile } from '../../src/store/files.ts'
import { lab } from '../../src/store/lab.ts'
import { asked, openLab } from '../support/lab.ts'

vi.mock('../../src/store/door.ts', () => ({ porch: () => Promise.reject(new Error('404')) }))

test('a link whose reader does not arrive is said, and stays in the address', async () => {
  openLab()
  history.replaceState(null, '', '#c1.leader.1')
  await openAddress()
  expect(lab().trouble).toMatchObject({ kind: 'link', what: expect.stringContaining('could not be loaded: 404') })
  expect(asked()).toEqual(defaultPreset.scenario)
  await visit(defaultPreset.scenario)
  expect(location.hash).toBe('#c1.leader.1')
})

test('a file whose reader does not arrive is said', async () => {
  openLab()
  await openFile(new File(['{}'], 'question.json'))
  expect(lab().trouble).toMatchObject({ what: expect.stringContaining('could not be loaded: 404') })
})

test('a part that does not arrive says so in its place, and the rest of the page stays', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const Lost = lazy(() => Promise.reject(new Error('404')))
  render(
    <>
      <p>The rest</p>
      <Boundary>
        <Suspense>
          <Lost />
        </Suspense>
      </Boundary>
    </>,
  )
  expect(await screen.findByRole('alert')).toHaveTextContent('A part of the lab could not be loaded: 404; reload')
  expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible()
  expect(screen.getByText('The rest')).toBeVisible()
})
