// What every test of a panel needs: matchers that speak of the page, and a clean page after each test. What is fetched when it is first
// shown may take its time on a busy machine: no test fails for that.

import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

configure({ asyncUtilTimeout: 15_000 })

afterEach(cleanup)
