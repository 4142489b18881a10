// From a fault on the picture to its parts in the list, which may stand behind a tab or in a sheet.

let wanted: number | undefined
let show: ((fault: number) => void) | undefined

/** Shows the parts of a fault; where the list is out of sight, opens what it stands in first. */
export function openFault(fault: number): void {
  if (show) return show(fault)
  wanted = fault
  const way = document.getElementById('tab-question') ?? document.getElementById('to-question')
  way?.click()
}

/** The list came into the page: it shows a fault if one was asked for. The answer tells that the list is gone. */
export function faultsCame(showFault: (fault: number) => void): () => void {
  show = showFault
  if (wanted !== undefined) showFault(wanted)
  wanted = undefined
  return () => {
    show = undefined
  }
}
