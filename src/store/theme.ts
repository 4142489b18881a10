// Light or dark: as the system asks until the visitor chooses, then as chosen.

import { lab, setLab } from './lab.ts'
import { remember, remembered } from './remembered.ts'

type Theme = 'light' | 'dark'

function wear(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  setLab({ theme })
}

/** Puts the theme on before the first paint, and follows the system as long as nothing was chosen. */
export function startTheme(): void {
  startPaper()
  const chosen = remembered('theme')
  if (chosen === 'light' || chosen === 'dark') return wear(chosen)
  const system = window.matchMedia?.('(prefers-color-scheme: dark)')
  const follow = (): void => {
    if (remembered('theme') === undefined) wear(system?.matches ? 'dark' : 'light')
  }
  system?.addEventListener('change', follow)
  follow()
}

/** Paper is light. */
function startPaper(): void {
  window.addEventListener('beforeprint', () => {
    document.documentElement.dataset.theme = 'light'
  })
  window.addEventListener('afterprint', () => {
    document.documentElement.dataset.theme = lab().theme
  })
}

/** The other theme, from now on. */
export function switchTheme(): void {
  const theme = lab().theme === 'dark' ? 'light' : 'dark'
  remember('theme', theme)
  wear(theme)
}

/** Whether single letters are keys, as it was left. */
export const startLetters = (): void => setLab({ letters: remembered('letters') !== 'off' })

export function switchLetters(on: boolean): void {
  remember('letters', on ? 'on' : 'off')
  setLab({ letters: on })
}
