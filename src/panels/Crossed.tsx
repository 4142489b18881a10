import { useEffect } from 'react'
import { crossing } from '../timeline/crossing.ts'
import type { TimelineHandle } from '../timeline/Timeline.tsx'

/** Brings the picture what draws arrows from lane to lane, and saws. */
export default function Crossed({ picture }: { readonly picture: TimelineHandle }) {
  useEffect(() => picture.bring(crossing), [picture])
  return null
}
