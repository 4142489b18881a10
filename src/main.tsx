// Opens the front door: puts the theme on, reads the link, asks the first question, mounts the page.

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './panels/App.tsx'
import { followAddress, openAddress } from './store/address.ts'
import { askFirst, start } from './store/running.ts'
import { startLetters, startTheme } from './store/theme.ts'

startTheme()
startLetters()
start()
void openAddress().then(() => {
  askFirst()
  followAddress()
})

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
