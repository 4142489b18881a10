// From the search key to the search field, which may stand behind a tab, in a script that is still on its way.

let wanted = false

/** Goes to the search of the list; where the list stands behind a tab, opens that first. */
export function goToSearch(): void {
  const field = document.getElementById('search')
  wanted = field === null
  if (field === null) return document.getElementById('tab-list')?.click()
  field.scrollIntoView?.({ block: 'nearest' })
  field.focus()
}

/** The search field came into the page: it takes the focus if it was asked for. */
export function searchCame(field: HTMLElement | null): void {
  if (field === null || !wanted) return
  wanted = false
  field.focus()
}
