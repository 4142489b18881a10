// Faults on the picture: what hands do there becomes edits of the question, and the question's faults become bands.

import { addFault, copyFault, removeFault, setVariantFault, updateFault } from '../scenario/edit.ts'
import { faultKindsIn, lasts } from '../scenario/faultFields.ts'
import { type Fault, type FaultKind, limits, type Scenario } from '../scenario/scenario.ts'
import { type Change, edit, settle, takeBack } from '../store/edits.ts'
import { lab, useLab } from '../store/lab.ts'
import { cursorIn, look } from '../store/looking.ts'
import type { PictureFault } from '../timeline/faultBand.ts'
import type { FaultDoing } from '../timeline/faultDoing.ts'
import { FaultLayer } from '../timeline/faultLayer.ts'
import type { Shape } from '../timeline/faultShape.ts'
import type { TimelineHandle } from '../timeline/Timeline.tsx'
import { centre } from '../timeline/view.ts'
import { subjectOf } from '../trace/trace.ts'
import { copyPlace, firstSound, hostWord, isOnIn, spokenFault } from './faultFacts.ts'
import { snapsOf } from './faultSnaps.ts'
import { openFault } from './openingFault.ts'

/** Lanes of brokers, and of the nodes of a quorum, are named by their number, from 1. */
const laneOf = (scenario: Scenario, node: number): string => `${hostWord(scenario)} ${node + 1}`
const nodeOf = (lane: string): number => Number(lane.slice(lane.lastIndexOf(' '))) - 1

const faultsOf = (scenario: Scenario): readonly Fault[] => scenario.world.faults

function pictured(scenario: Scenario): PictureFault[] {
  const { world, variants } = scenario
  return world.faults.map((fault, index) => ({
    fault: index,
    at: fault.at,
    until: fault.until,
    lanes: [fault.node, ...(fault.peer === undefined ? [] : [fault.peer])].map((node) => laneOf(scenario, node)),
    kind: fault.kind,
    lasts: lasts(fault.kind),
    on: variants.map((variant) => isOnIn(variant, index, fault)),
    words: spokenFault(fault, world.nodes, scenario.lab),
  }))
}

/** The broker or node of the row that the visitor selected, undefined: none is, or it is of another lane. */
function selectedHost(): number | undefined {
  const { run, selected } = lab()
  const trace = selected && run?.answers[selected.variant]?.trace
  if (!trace || selected.row >= trace.rows) return undefined
  return trace.subjects[subjectOf(trace, selected.row)]?.host
}

/** Makes the edit, and answers the number of the fault that came with it; undefined: none did. */
function added(change: Change, gesture: string): number | undefined {
  const before = faultsOf(lab().draft.scenario).length
  edit(change, gesture)
  const after = faultsOf(lab().draft.scenario).length
  return after > before ? after - 1 : undefined
}

function copied(scenario: Scenario, index: number, shape: Shape | undefined): Scenario {
  const fault = faultsOf(scenario)[index]
  if (!fault) return scenario
  return copyFault(scenario, index, shape ? { at: shape.at, until: shape.until } : copyPlace(fault, scenario))
}

/** Switched in every variant: what one of them had of its own goes. */
const turned = (scenario: Scenario, fault: number, on: boolean): Scenario =>
  scenario.variants.reduce(
    (edited, _, variant) => setVariantFault(edited, variant, fault, undefined),
    updateFault(scenario, fault, { on }),
  )

const kinds = () => faultKindsIn(lab().draft.scenario.lab)
const isKind = (kind: string): kind is FaultKind => kinds().some((each) => each === kind)

const doingOf = (picture: TimelineHandle, onArmed: (armed: boolean) => void): FaultDoing => ({
  kinds,
  host: () => hostWord(lab().draft.scenario),
  shape: (fault, { at, until }, gesture) => edit((scenario) => updateFault(scenario, fault, { at, until }), gesture),
  settle,
  takeBack,
  add: (lane, { at, until }, gesture) =>
    added((scenario) => addFault(scenario, fresh(scenario, nodeOf(lane), at, until)), gesture),
  copy: (fault, shape, gesture) => added((scenario) => copied(scenario, fault, shape), gesture),
  remove: (fault) => edit((scenario) => removeFault(scenario, fault)),
  turn: (fault, on) => edit((scenario) => turned(scenario, fault, on)),
  become: (fault, kind) => isKind(kind) && edit((scenario) => updateFault(scenario, fault, { kind })),
  open: openFault,
  bring: (at) => look(centre(picture.axis(), at)),
  snaps: (fault) => {
    const { run, draft } = lab()
    return run ? snapsOf(run, draft.scenario, fault) : () => []
  },
  onArmed,
})

const fresh = (scenario: Scenario, node: number, at: number, until: number | undefined): Fault => ({
  at,
  ...(until !== undefined && { until }),
  kind: scenario.lab === 'quorum' ? 'cut link' : 'black hole',
  node,
  on: true,
})

export type FaultsOnPicture = {
  /** The next drag on the lane of a broker or node draws a fault; or it does not. */
  readonly arm: (armed: boolean) => void
  /** Puts a fault down at the cursor, on the broker or node whose lane is selected, else on the first that nothing happens to. */
  readonly putDown: () => void
  readonly leave: () => void
}

/** Lays the faults over a picture. `onArmed` hears when drawing begins and ends. */
export function faultsOnPicture(picture: TimelineHandle, onArmed: (armed: boolean) => void): FaultsOnPicture {
  let layer: FaultLayer | undefined
  const leave = picture.join((under) => {
    layer = new FaultLayer(under, doingOf(picture, onArmed))
    return layer
  })
  let shown: Scenario | undefined
  const follow = () => {
    const { scenario } = lab().draft
    if (scenario === shown) return
    shown = scenario
    layer?.show(pictured(scenario))
  }
  follow()
  const unfollow = useLab.subscribe(follow)
  return {
    arm: (armed) => layer?.arm(armed),
    putDown: () => {
      const { scenario } = lab().draft
      layer?.putDown(laneOf(scenario, selectedHost() ?? firstSound(scenario)), cursorIn(lab()))
    },
    leave: () => {
      unfollow()
      leave()
    },
  }
}

/** True where there is room for one more fault. */
export const hasRoom = (scenario: Scenario): boolean => faultsOf(scenario).length < limits.faults
