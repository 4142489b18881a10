import { type KeyboardEvent, useRef, useState } from 'react'
import { letterOf } from '../base/letter.ts'
import { limits } from '../scenario/scenario.ts'
import { type Choice, type Shown, takeBack, takeStep } from '../store/partition.ts'
import { Badge } from './Badge.tsx'
import { Fold } from './Fold.tsx'
import { Icon } from './Icon.tsx'

type Props = { readonly shown: Shown; readonly step: number; readonly last: number }

/** The kinds of steps by their words, as buttons name them and as they are told. */
const kinds = [
  ['f', 'fetch', 'fetches, and gets the answer'],
  ['fl', 'fetch, lost', 'fetches, and the answer is lost'],
  ['s', 'slow', 'is dropped from the ISR for replica.lag.time.max.ms'],
  ['m', 'far behind', 'is dropped from the ISR for replica.lag.max.messages'],
  ['c', 'crash', 'crashes, and keeps its log'],
  ['d', 'detected', 'is taken for dead by the controller'],
  ['r', 'restart', 'starts again'],
  ['pl', 'preferred', 'gets the leadership back, as the preferred leader'],
] as const

/** Beside so many pictures there is room for all steps. */
const UNFOLDED = 2

const BROKERS = [0, 1, 2].map(letterOf)

/** A step as it could be taken: where it is possible, and why it is not elsewhere. */
type Offer = {
  readonly words: string
  readonly says: string
  /** Variants in which it is possible. */
  readonly where: readonly number[]
  /** Why it is impossible in the others, by variant. */
  readonly refusals: readonly (string | undefined)[]
}

/** What may happen next at the cursor: each possible step a button, each impossible one with its reason. */
export function Steps({ shown, step, last }: Props) {
  const [told, tell] = useState<Offer>()
  const group = useRef<HTMLDivElement>(null)
  const variants = shown.scenes.length
  // The pictures of more variants come first.
  const [chosen, setOpen] = useState<boolean>()
  const open = chosen ?? variants <= UNFOLDED
  const full = step >= limits.steps
  const offer = (words: string, says: string): Offer => offerOf(shown, step, words, says)
  const hasLag = shown.scenes.some((_, i) => shown.questions[i]?.config['replica.lag.max.messages'] !== undefined)
  const shownKinds = kinds.filter(([word]) => word !== 'm' || hasLag)
  const take = (chosen: Offer) => {
    if (chosen.where.length === 0 || full) return tell(chosen)
    takeStep(chosen.words)
    tell(undefined)
  }
  const button = (chosen: Offer, label: string, name: string) => (
    <StepButton key={chosen.words} {...{ chosen, label, name, variants, full }} onTake={take} onTell={tell} />
  )
  const possible = possibleAt(shown, step)
  return (
    <section className="steps" aria-labelledby="steps">
      <div className="row-of">
        <h3 id="steps">
          <Fold open={open} onTurn={setOpen}>
            What happens next
          </Fold>
        </h3>
        {button(offer('p', 'The producer sends the next record'), 'produce a record', 'Produce a record')}
        {!open && (
          <button type="button" className="link" onClick={() => setOpen(true)}>
            {possible === 1 ? 'one step is possible' : `${possible} steps are possible`}
          </button>
        )}
        <button type="button" className="step-tools" disabled={step === 0} onClick={takeBack}>
          <Icon name="undo" />
          {takesBack(step, last)}
        </button>
      </div>
      {open && (
        <>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows move between the buttons, which are buttons all the same. */}
          <div className="choices" ref={group} onKeyDown={(event) => move(event, group.current)}>
            {BROKERS.map((broker) => (
              // biome-ignore lint/a11y/useSemanticElements: the name of a fieldset stands in no line with its buttons.
              <div key={broker} role="group" aria-label={broker} className="row-of">
                <b aria-hidden="true">{broker}</b>
                {shownKinds.map(([word, label, says]) =>
                  button(offer(`${word} ${broker}`, `${broker} ${says}`), label, `${broker}: ${label}`),
                )}
                <Losses {...{ shown, step, broker }} onTake={takeStep} />
              </div>
            ))}
          </div>
          <output className="step-told">
            {told ? <Telling offer={told} full={full} variants={variants} /> : whatBranches(step, last)}
          </output>
        </>
      )}
    </section>
  )
}

/** How many steps are possible somewhere; a crash is one, whatever it loses. */
const possibleAt = ({ scenes }: Shown, step: number): number =>
  new Set(
    scenes.flatMap((moments) =>
      (moments[step]?.choices ?? []).flatMap(({ words, refusal }) =>
        refusal === undefined ? [words.replace(/\[.*/, '')] : [],
      ),
    ),
  ).size

const takesBack = (step: number, last: number): string =>
  step === 0 ? 'take back' : step === last ? `take back step ${step}` : `take back steps ${step} to ${last}`

const whatBranches = (step: number, last: number): string =>
  step < last
    ? `A step taken here takes the place of ${step + 1 === last ? `step ${last}` : `steps ${step + 1} to ${last}`}. That can be undone.`
    : 'Hover or focus a step to see what it does, or why it is not possible.'

function offerOf({ scenes }: Shown, step: number, words: string, says: string): Offer {
  const found = scenes.map((moments) => moments[step]?.choices.find((choice) => choice.words === words))
  return {
    words,
    says,
    where: found.flatMap((choice, variant) => (choice && choice.refusal === undefined ? [variant] : [])),
    refusals: found.map((choice) => (choice === undefined ? 'It is not possible now.' : choice.refusal)),
  }
}

type ButtonProps = {
  readonly chosen: Offer
  readonly label: string
  readonly name: string
  readonly variants: number
  readonly full: boolean
  readonly onTake: (offer: Offer) => void
  readonly onTell: (offer: Offer | undefined) => void
}

function StepButton({ chosen, label, name, variants, full, onTake, onTell }: ButtonProps) {
  const { where, words } = chosen
  const possible = where.length > 0 && !full
  const why = `why-${words.replace(' ', '-')}`
  const onlyIn = possible && where.length < variants
  return (
    <button
      type="button"
      className="choice"
      aria-disabled={!possible}
      aria-label={`${name}${onlyIn ? `, possible in ${where.map(letterOf).join(', ')} only` : ''}`}
      aria-describedby={possible ? undefined : why}
      onClick={() => onTake(chosen)}
      onFocus={() => onTell(chosen)}
      onMouseEnter={() => onTell(chosen)}
      onMouseLeave={() => onTell(undefined)}
    >
      {label}
      {onlyIn && where.map((variant) => <Badge key={variant} index={variant} />)}
      {!possible && (
        <span className="unseen" id={why}>
          {whyNot(chosen, full)}
        </span>
      )}
    </button>
  )
}

const whyNot = ({ refusals }: Offer, full: boolean): string =>
  full ? `A schedule has at most ${limits.steps} steps.` : [...new Set(refusals.flatMap((why) => why ?? []))].join(' ')

function Telling({
  offer,
  full,
  variants,
}: {
  readonly offer: Offer
  readonly full: boolean
  readonly variants: number
}) {
  const { words, says, where, refusals } = offer
  if (where.length === 0 || full) {
    return (
      <>
        <code>{words}</code> is not possible now: {whyNot(offer, full)}
      </>
    )
  }
  const elsewhere = refusals.flatMap((why, variant) => (why === undefined ? [] : [`in ${letterOf(variant)}: ${why}`]))
  return (
    <>
      <code>{words}</code>: {says}.{where.length < variants && ` Not possible ${elsewhere.join(' ')}`}
    </>
  )
}

/** Crashes that keep less than they could: of the high watermark, or of the log. */
function Losses({
  shown,
  step,
  broker,
  onTake,
}: Pick<Props, 'shown' | 'step'> & { readonly broker: string; readonly onTake: (words: string) => void }) {
  const found = new Set(
    shown.scenes.flatMap((moments) =>
      (moments[step]?.choices ?? []).filter((choice) => isLoss(choice, broker)).map(({ words }) => words),
    ),
  )
  return (
    <select
      aria-label={`${broker}: crash that loses something`}
      value=""
      disabled={found.size === 0}
      onChange={(event) => onTake(event.target.value)}
    >
      <option value="">crash, losing</option>
      {[...found].map((words) => (
        <option key={words} value={words}>
          {lossSaid(words)}
        </option>
      ))}
    </select>
  )
}

const isLoss = ({ words, refusal }: Choice, broker: string): boolean =>
  refusal === undefined && words.startsWith(`c ${broker}[`)

/** `c A[h=0,k=1]` as what is kept. */
function lossSaid(words: string): string {
  const of = (key: string): string | undefined => new RegExp(`${key}=(\\d+)`).exec(words)?.[1]
  const [watermark, end] = [of('h'), of('k')]
  return [
    ...(end === undefined ? [] : [`keeps its log to ${end}`]),
    ...(watermark === undefined ? [] : [`high watermark ${watermark} on disk`]),
  ].join(', ')
}

/** Arrows go from button to button, up and down from broker to broker. */
function move(event: KeyboardEvent, group: HTMLElement | null): void {
  const by = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] }[event.key]
  const here = document.activeElement
  if (!by || !group || !(here instanceof HTMLButtonElement)) return
  const rows = [...group.children].map((child) =>
    child instanceof HTMLButtonElement ? [child] : [...child.querySelectorAll('button')],
  )
  const row = rows.findIndex((buttons) => buttons.includes(here))
  const [down = 0, right = 0] = by
  const next = rows[Math.min(Math.max(row + down, 0), rows.length - 1)] ?? []
  const at = (rows[row] ?? []).indexOf(here) + right
  const to = next[Math.min(Math.max(at, 0), next.length - 1)]
  event.preventDefault()
  to?.focus()
}
