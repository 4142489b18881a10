import { Reasons } from './Reasons.tsx'
import { Transcript } from './Transcript.tsx'

/** Why it happened, what is armed, and all of it as a list. */
export default function Answers() {
  return (
    <>
      <Reasons />
      <Transcript />
    </>
  )
}
