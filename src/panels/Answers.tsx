import { Reasons } from './Reasons.tsx'
import { Transcript } from './Transcript.tsx'

/** Why it happened, what is armed, and all of it as a list; one of the two where there is no room for both. */
export default function Answers({ only }: { readonly only?: 'reasons' | 'list' }) {
  return (
    <>
      {only !== 'list' && <Reasons />}
      {only !== 'reasons' && <Transcript />}
    </>
  )
}
