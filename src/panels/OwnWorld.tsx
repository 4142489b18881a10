import { letterOf } from '../base/letter.ts'
import { resetOwn, setOwn, setOwnFault } from '../scenario/own.ts'
import type { Scenario, Variant } from '../scenario/scenario.ts'
import { edit } from '../store/edits.ts'
import { useLab } from '../store/lab.ts'
import { Dial, OneInHand } from './Dial.tsx'
import { saidFault } from './faultFacts.ts'
import { asItComes, KernelForm, type KernelPlace, Retries, saidKernel } from './Kernel.tsx'
import { Row } from './Row.tsx'
import { SeedDial } from './World.tsx'

type Props = { readonly variant: Variant; readonly index: number }

/** What only one variant sees: whatever is set to something else than in the common world. */
export function OwnWorld({ variant, index }: Props) {
  const scenario = useLab((state) => state.draft.scenario)
  const { world: common, seed } = scenario
  const ofClient = scenario.lab !== 'quorum'
  const { world: own = {} } = variant
  const path = `variants.${index}.world`
  const letter = letterOf(index)
  const place = kernelPlace(scenario, variant, index)
  return (
    <fieldset className="boxed" aria-label={`World of variant ${letter}`}>
      <div className="boxed-parts">
        <p className="quiet kind-help">
          What you change here holds for {letter} only; all else follows the world above.
        </p>
        <OneInHand>
          <Dial
            name="Latency, one way"
            label={`Latency, one way, variant ${letter}`}
            field="latency"
            path={`${path}.latency`}
            value={own.latency ?? common.latency}
            range={[0, 1000]}
            help={
              ofClient
                ? `From the client of ${letter} to each broker and back again, for every packet.`
                : `From each node of ${letter} to each other, where no direction says anything else.`
            }
            usual={{ value: common.latency, whose: 'in the common world' }}
            changed={own.latency !== undefined}
            change={(latency) => (before) => setOwn(before, index, { latency })}
            reset={(before) => setOwn(before, index, { latency: undefined })}
          />
          <SeedDial
            label={`Seed, variant ${letter}`}
            path={`${path}.seed`}
            seed={own.seed ?? seed}
            usual={{ value: seed, whose: 'in the common world' }}
            changed={own.seed !== undefined}
            change={(next) => (before) => setOwn(before, index, { seed: next })}
            reset={(before) => setOwn(before, index, { seed: undefined })}
          />
          {ofClient && (
            <>
              <OwnJitter on={own.jitter ?? common.jitter} changed={own.jitter !== undefined} index={index} />
              <Retries place={place} />
              <details className="more kernel">
                <summary>
                  Kernel <span className="quiet">{own.kernel ? saidKernel(own.kernel) : 'as in the common world'}</span>
                </summary>
                <KernelForm place={place} />
                {own.kernel && (
                  <button
                    type="button"
                    className="link"
                    onClick={(event) => {
                      event.currentTarget.closest('details')?.querySelector('summary')?.focus()
                      edit((before) => setOwn(before, index, { kernel: undefined }))
                    }}
                  >
                    The kernel of the common world again
                  </button>
                )}
              </details>
            </>
          )}
        </OneInHand>
        <OwnFaults scenario={scenario} variant={variant} index={index} />
        {Object.keys(own).length > 1 && (
          <button
            type="button"
            className="link"
            onClick={(event) => {
              event.currentTarget.closest('fieldset')?.querySelector('input')?.focus()
              edit((before) => resetOwn(before, index))
            }}
          >
            Reset all: {letter} sees the common world
          </button>
        )}
      </div>
    </fieldset>
  )
}

/** The kernel of a variant, for its form: the common one until something is changed. */
function kernelPlace(scenario: Scenario, variant: Variant, index: number): KernelPlace {
  const { kernel: common, latency } = scenario.world
  const kernelIn = ({ variants, world }: Scenario) => variants[index]?.world?.kernel ?? world.kernel
  const kernel = variant.world?.kernel ?? common
  return {
    path: `variants.${index}.world.kernel`,
    of: `, variant ${letterOf(index)}`,
    kernel,
    latency: variant.world?.latency ?? latency,
    ...('release' in common
      ? { usual: common, whose: 'in the common world' }
      : { ...asItComes(kernel), usual: common }),
    kernelIn,
    change: (of) => (before) => setOwn(before, index, { kernel: of(kernelIn(before)) }),
  }
}

type JitterProps = { readonly on: boolean; readonly changed: boolean; readonly index: number }

function OwnJitter({ on, changed, index }: JitterProps) {
  return (
    <label className="row">
      <span className="row-name">
        Jitter of ±20 %{changed && <span className="own-mark">only in {letterOf(index)}</span>}
      </span>
      <input
        type="checkbox"
        checked={on}
        onChange={(event) => {
          const jitter = event.target.checked
          edit((scenario) => setOwn(scenario, index, { jitter }))
        }}
      />
    </label>
  )
}

type FaultsProps = Props & { readonly scenario: Scenario }

/** Each fault of the world, to be switched for this variant alone. */
function OwnFaults({ scenario, variant, index }: FaultsProps) {
  const { faults, nodes } = scenario.world
  const switched = variant.world?.faults ?? []
  if (faults.length === 0) return null
  return (
    <>
      <Row name="Faults in it">{switched.length > 0 && <span className="quiet">{switched.length} switched</span>}</Row>
      <ul>
        {faults.map((fault, number) => {
          const own = switched.find(([each]) => each === number)
          return (
            <li key={number}>
              <label className="own-fault">
                <input
                  type="checkbox"
                  checked={own ? own[1] : fault.on}
                  onChange={(event) => {
                    const on = event.target.checked
                    edit((before) => setOwnFault(before, index, number, on))
                  }}
                />
                <span>
                  {saidFault(fault, nodes, scenario.lab)}
                  {own && <span className="own-mark">only in {letterOf(index)}</span>}
                </span>
              </label>
            </li>
          )
        })}
      </ul>
    </>
  )
}
