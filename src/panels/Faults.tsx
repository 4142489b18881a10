import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { letterOf } from '../base/letter.ts'
import { addFault, copyFault, removeFault, updateFault } from '../scenario/edit.ts'
import { usualFault } from '../scenario/faultFields.ts'
import { quorumFaultRemarks } from '../scenario/quorumRemarks.ts'
import { remarksOn } from '../scenario/remarks.ts'
import { type Fault, limits, type Node, type Scenario, type Variant } from '../scenario/scenario.ts'
import { edit } from '../store/edits.ts'
import { lab, useLab } from '../store/lab.ts'
import { cursorIn, rangeIn } from '../store/looking.ts'
import { useChanges } from './changed.ts'
import { FaultParts } from './FaultParts.tsx'
import { copyPlace, firstSound, isOnIn, saidFault } from './faultFacts.ts'
import { useNextFocus } from './focus.ts'
import { Icon } from './Icon.tsx'
import { faultsCame } from './openingFault.ts'

/** So many faults are listed unasked. */
const LISTED = 24

const UNMET = 'Nothing met it: no packet and no process, in any variant.'

/** What goes wrong, as a list: each fault in a line, its parts when it is opened. */
export function Faults() {
  const scenario = useLab((state) => state.draft.scenario)
  const { faults, nodes } = scenario.world
  const [opened, setOpened] = useState<number>()
  const [all, setAll] = useState(false)
  const [sought, setSought] = useState<number>()
  const section = useRef<HTMLElement>(null)
  const goToNext = useNextFocus(section, '.fault-name')
  const remarks = useMemo(
    () => remarksByFault(scenario.lab === 'quorum' ? quorumFaultRemarks(scenario) : remarksOn(scenario)),
    [scenario],
  )
  const show = useCallback((index: number) => {
    if (index >= LISTED) setAll(true)
    setOpened(index)
    setSought(index)
  }, [])
  const acts = useRef<Acts>(undefined)
  acts.current ??= {
    open: (index) => setOpened((now) => (now === index ? undefined : index)),
    removed: (index) => {
      setOpened(undefined)
      goToNext(index)
    },
    added: () => show(lab().draft.scenario.world.faults.length - 1),
  }
  useEffect(() => faultsCame(show), [show])
  useEffect(() => {
    if (sought === undefined) return
    const name = section.current?.querySelectorAll<HTMLElement>('.fault-name')[sought]
    name?.closest('li')?.scrollIntoView?.({ block: 'nearest' })
    name?.focus({ preventScroll: true })
    setSought(undefined)
  }, [sought])
  const add = () => {
    edit((before) =>
      addFault(before, { ...freshSpan(before), kind: usualFault(before.lab), node: firstSound(before), on: true }),
    )
    show(lab().draft.scenario.world.faults.length - 1)
  }
  const changes = useChanges()
  // The numbers of faults are those of the run.
  const isShown = useLab(({ run }) => run?.scenario === scenario)
  const listed = all ? faults : faults.slice(0, LISTED)
  return (
    <section className="part" aria-labelledby="faults" ref={section}>
      <h3 id="faults">
        Faults
        <span className="aside">
          {faults.length > LISTED && `${faults.length} of at most ${limits.faults} · `}
          <button type="button" className="link" onClick={add} disabled={faults.length >= limits.faults}>
            + add a fault
          </button>
        </span>
      </h3>
      <ul className="faults">
        {listed.map((fault, index) => (
          <li key={index}>
            <FaultLine
              fault={fault}
              index={index}
              nodes={nodes}
              variants={scenario.variants}
              lab={scenario.lab}
              remarks={remarks.get(index) ?? (isShown && changes?.unmet.includes(index) ? UNMET : '')}
              open={opened === index}
              acts={acts.current as Acts}
            />
          </li>
        ))}
      </ul>
      {faults.length > LISTED && (
        <button type="button" className="link" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? `Show the first ${LISTED} only` : `Show all ${faults.length} faults`}
        </button>
      )}
    </section>
  )
}

/**
 * When a new fault holds. A client's is there from the start, for good: that is where it looks for its brokers. A quorum's comes at the
 * playhead, or in the middle of the view where that does not show it, and goes after a sixth of the view: a run goes on before and after.
 */
function freshSpan({ lab: of, until: end }: Scenario): Pick<Fault, 'at' | 'until'> {
  if (of !== 'quorum') return { at: 0 }
  const { from, to } = rangeIn(lab())
  const length = Math.max(Math.round((to - from) / 6), 1)
  const cursor = cursorIn(lab())
  const at = cursor >= from && cursor <= to ? cursor : Math.round((from + to) / 2)
  return { at: Math.max(Math.min(at, end - length), 0), until: Math.max(Math.min(at, end - length), 0) + length }
}

/** What the lines tell the list; the same object for as long as the list is there. */
type Acts = {
  readonly open: (index: number) => void
  readonly removed: (index: number) => void
  readonly added: () => void
}

/** All remarks on a fault in one text. */
function remarksByFault(remarks: ReturnType<typeof remarksOn>): ReadonlyMap<number, string> {
  const texts = new Map<number, string>()
  for (const { fault, says } of remarks) texts.set(fault, texts.has(fault) ? `${texts.get(fault)} ${says}` : says)
  return texts
}

type LineProps = {
  readonly fault: Fault
  readonly index: number
  readonly nodes: readonly Node[]
  readonly variants: readonly Variant[]
  readonly lab: Scenario['lab']
  readonly remarks: string
  readonly open: boolean
  readonly acts: Acts
}

/** Remembered, so that an edit of one fault draws one line and not two hundred. */
const FaultLine = memo(function FaultLine({ fault, index, nodes, variants, lab: of, remarks, open, acts }: LineProps) {
  const text = saidFault(fault, nodes, of)
  const remove = () => {
    acts.removed(index)
    edit((scenario) => removeFault(scenario, index))
  }
  const copy = () => {
    const before = lab().draft.scenario.world.faults.length
    edit((scenario) => copyFault(scenario, index, copyPlace(fault, scenario)))
    if (lab().draft.scenario.world.faults.length > before) acts.added()
  }
  const turn = (on: boolean) => edit((scenario) => updateFault(scenario, index, { on }))
  return (
    <div className={open ? 'fault open' : 'fault'}>
      <div className="fault-line">
        <input
          type="checkbox"
          aria-label={`${text}: on`}
          checked={fault.on}
          onChange={(event) => turn(event.target.checked)}
        />
        <button type="button" className="fault-name" aria-expanded={open} onClick={() => acts.open(index)}>
          <span className={fault.on ? '' : 'off'}>{text}</span>
          <Icon name="down" />
        </button>
        <button type="button" className="icon bare" aria-label={`Copy: ${text}`} title="Copy this fault" onClick={copy}>
          <Icon name="copy" />
        </button>
        <button
          type="button"
          className="icon bare"
          aria-label={`Remove: ${text}`}
          title="Remove this fault"
          onClick={remove}
        >
          <Icon name="remove" />
        </button>
      </div>
      <Unlike fault={fault} index={index} variants={variants} />
      {remarks !== '' && <p className="fault-remark">{remarks}</p>}
      {open && <FaultParts fault={fault} index={index} nodes={nodes} variants={variants} />}
    </div>
  )
})

/** `off in B`: the variants in which it is not as in the common world. */
function Unlike({ fault, index, variants }: Pick<LineProps, 'fault' | 'index' | 'variants'>) {
  const unlike = variants.flatMap((variant, i) => (isOnIn(variant, index, fault) === fault.on ? [] : [letterOf(i)]))
  if (unlike.length === 0) return null
  return (
    <p className="fault-unlike">
      {fault.on ? 'off' : 'on'} in {unlike.join(' and ')}
    </p>
  )
}
