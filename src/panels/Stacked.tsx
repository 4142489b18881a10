import { useEffect } from 'react'
import { stacking } from '../timeline/stacking.ts'
import type { TimelineHandle } from '../timeline/Timeline.tsx'

/** Brings the picture what draws stacks. */
export default function Stacked({ picture }: { readonly picture: TimelineHandle }) {
  useEffect(() => picture.bring(stacking), [picture])
  return null
}
