import { brief } from '../base/brief.ts'
import { grouped } from '../base/grouped.ts'
import { clientKernel, scheduleOf } from '../scenario/clientKernel.ts'
import { dataSchedule, retransmissionTimeout } from '../scenario/dataSchedule.ts'
import { changedSysctls, hasSysctl, lostSysctls, ofLength, ofRelease, setWheel } from '../scenario/editKernel.ts'
import type { FieldName } from '../scenario/fields.ts'
import { keepaliveTimeout } from '../scenario/keepalive.ts'
import { freshKernel, kernelDefaults, kernels, type LinuxKernel } from '../scenario/kernel.ts'
import { type Kernel, type Scenario, wheelHz } from '../scenario/scenario.ts'
import { type Sysctl, setSysctl, sysctlNames, sysctls, sysctlsOf } from '../scenario/sysctls.ts'
import { timersOf } from '../scenario/timers.ts'
import { type Change, edit } from '../store/edits.ts'
import { undo } from '../store/history.ts'
import { useLab } from '../store/lab.ts'
import { Dial } from './Dial.tsx'
import { Row } from './Row.tsx'

/** Whose kernel a form edits: where it stands, what it goes back to, and how an edit of it becomes one of the question. */
export type KernelPlace = {
  /** `world.kernel`, `variants.1.world.kernel`. */
  readonly path: string
  /** Behind each name, for who hears it: `, variant B`; empty for the common world. */
  readonly of: string
  readonly kernel: Kernel
  /** What a number goes back to, and whose it is: the release's own, or the common world's. */
  readonly usual: Kernel
  readonly whose: string
  /** One way, in ms: what it takes to acknowledge data. */
  readonly latency: number
  readonly kernelIn: (scenario: Scenario) => Kernel
  readonly change: (of: (kernel: Kernel) => Kernel) => Change
}

/** What the kernel of the common world goes back to: its release as it comes. */
export const asItComes = (kernel: Kernel): Pick<KernelPlace, 'usual' | 'whose'> => ({
  usual: 'release' in kernel ? freshKernel(kernel.release) : kernel,
  whose: 'release' in kernel ? `is how ${kernelDefaults(kernel.release).label} comes` : '',
})

/** `Linux 6.5 to 6.14, 2 changed`, `gives up after 127 s`. */
export function saidKernel(kernel: Kernel): string {
  if (!('release' in kernel))
    return kernel.giveUpAfter === null ? 'never gives up' : `gives up after ${brief(kernel.giveUpAfter)}`
  const changed = changedSysctls(kernel).length + (kernel.wheel ? 1 : 0)
  const { label } = kernelDefaults(kernel.release)
  return changed > 0 ? `${label}, ${changed} changed` : label
}

/** What most of all decides when the kernel gives up. */
export function Retries({ place }: { readonly place: KernelPlace }) {
  const { kernel, path, change } = place
  if ('release' in kernel) return <SysctlDial sysctl="synRetries" place={place} kernel={kernel} prefix="Kernel" />
  if (kernel.giveUpAfter === null) return <Row name="The kernel">never gives up</Row>
  return (
    <Dial
      name="The kernel gives up after"
      label={`The kernel gives up after${place.of}`}
      field="giveUpAfter"
      path={`${path}.giveUpAfter`}
      value={kernel.giveUpAfter}
      range={[1000, 200_000]}
      help="How long the kernel lets a connection attempt last that nobody answers, for who knows only that."
      change={(value) => change(() => ({ giveUpAfter: value }))}
    />
  )
}

/** Which kernel it is: a release and its sysctls, a plain length, or one that never gives up; and what that comes to. */
export function KernelForm({ place }: { readonly place: KernelPlace }) {
  const { kernel, usual, change } = place
  const shape = shapeOf(kernel)
  return (
    <>
      <Row name="Kernel">
        <select
          aria-label={`Kernel${place.of}`}
          className={shape === shapeOf(usual) ? undefined : 'changed'}
          value={shape}
          onChange={(event) => {
            const chosen = event.target.value
            edit(change((before) => kernelOf(chosen, before)))
          }}
        >
          {[...kernels].reverse().map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
          <option value="after">gives up after …</option>
          <option value="never">never gives up</option>
        </select>
      </Row>
      <Lost place={place} />
      {'release' in kernel && <Sysctls place={place} kernel={kernel} />}
      <Schedule kernel={kernel} latency={place.latency} />
    </>
  )
}

const shapeOf = (kernel: Kernel): string =>
  'release' in kernel ? kernel.release : kernel.giveUpAfter === null ? 'never' : 'after'

function kernelOf(shape: string, before: Kernel): Kernel {
  if (shape === shapeOf(before)) return before
  if (shape === 'never') return { giveUpAfter: null }
  const release = kernels.find(({ id }) => id === shape)?.id
  return release === undefined ? ofLength(before) : ofRelease(before, release)
}

const kernelBefore = (scenario: Scenario | undefined, { kernelIn }: KernelPlace): Kernel | undefined =>
  scenario && kernelIn(scenario)

/** What was set and has no place in the release that was chosen: said until the next edit. */
function Lost({ place }: { readonly place: KernelPlace }) {
  const before = useLab((state) => kernelBefore(state.past.at(-1)?.scenario, place))
  const lost = before === undefined ? [] : lostSysctls(before, place.kernel)
  if (lost.length === 0) return null
  return (
    <p className="gone" role="status">
      Not in this kernel: {lost.join(', ')};{' '}
      <button type="button" className="link" onClick={undo}>
        undo
      </button>{' '}
      brings {lost.length === 1 ? 'it' : 'them'} back.
    </p>
  )
}

type PartsProps = { readonly place: KernelPlace; readonly kernel: LinuxKernel }

function Sysctls({ place, kernel }: PartsProps) {
  const rest = sysctls.filter((sysctl) => sysctl !== 'synRetries' && hasSysctl(kernel.release, sysctl))
  return (
    <>
      {rest.map((sysctl) => (
        <SysctlDial key={sysctl} sysctl={sysctl} place={place} kernel={kernel} />
      ))}
      <Lateness place={place} kernel={kernel} />
      <ResetKernel place={place} kernel={kernel} />
    </>
  )
}

/** The kernel that a number goes back to, where it is of the same release; else the release as it comes. */
const usualOf = ({ usual }: KernelPlace, kernel: LinuxKernel): LinuxKernel =>
  'release' in usual && usual.release === kernel.release ? usual : freshKernel(kernel.release)

type SysctlProps = PartsProps & { readonly sysctl: Sysctl; readonly prefix?: string }

function SysctlDial({ sysctl, place, kernel, prefix }: SysctlProps) {
  const name = sysctlNames[sysctl]
  const usual = usualOf(place, kernel)
  const [value, before] = [sysctlsOf(kernel)[sysctl], sysctlsOf(usual)[sysctl]]
  const { help, range } = words[sysctl]
  const change = (next: number) => place.change((of) => setSysctl(of, sysctl, next))
  return (
    <Dial
      name={
        <>
          {prefix} <code>{name}</code>
        </>
      }
      label={`${name}${place.of}`}
      field={sysctl}
      path={`${place.path}.${pathOf[sysctl] ?? sysctl}`}
      value={value}
      help={help}
      range={range}
      usual={{ value: before, whose: usual === place.usual ? place.whose : asItComes(kernel).whose }}
      changed={value !== before}
      change={change}
      reset={change(before)}
    />
  )
}

/** Where a number does not stand under its own name. */
const pathOf: { readonly [sysctl in Sysctl]?: string } = {
  keepaliveIdle: 'keepalive.idle',
  keepaliveInterval: 'keepalive.interval',
  keepaliveProbes: 'keepalive.probes',
}

type Words = { readonly help: string; readonly range: readonly [from: number, to: number] }

const words: { readonly [sysctl in Sysctl & FieldName]: Words } = {
  synRetries: {
    help: 'How often a SYN that nobody answers is sent again before the kernel gives the attempt up. The kernel refuses 0. It is set per network namespace: tuning the host does not reach a container.',
    range: [1, 10],
  },
  linearTimeouts: {
    help: 'So many of the first retransmissions leave the timeout at 1 s before it begins to double. More SYNs, and an attempt lasts little longer.',
    range: [0, 10],
  },
  rtoMax: {
    help: 'No retransmission timeout grows beyond this, neither of a SYN nor of data. Before Linux 6.15 it is 120 s and cannot be set.',
    range: [1000, 120_000],
  },
  dataRetries: {
    help: 'How long data on an open connection may stay unacknowledged: as long as so many timeouts that double from 200 ms. Kafka’s request.timeout.ms is nearly always sooner.',
    range: [1, 15],
  },
  userTimeout: {
    help: 'A socket’s own limit, 0: none. For an attempt it takes the place of the limit in time, not of the number of SYNs, and never acts before the first retransmission. Kafka’s client does not set it: a what-if.',
    range: [0, 120_000],
  },
  keepaliveIdle: {
    help: 'An open connection on which nothing came for so long is probed. Kafka’s client switches keepalive on and leaves the lengths to the kernel, which counts this one in seconds.',
    range: [1000, 7_200_000],
  },
  keepaliveInterval: {
    help: 'From a probe that nobody answers to the next. The kernel counts it in seconds.',
    range: [1000, 120_000],
  },
  keepaliveProbes: {
    help: 'So many probes without an answer end the connection.',
    range: [1, 20],
  },
}

/** How late the kernel's timers fire. */
function Lateness({ place, kernel }: PartsProps) {
  const { wheel } = kernel
  const usual = usualOf(place, kernel).wheel
  const choose = (chosen: string) => {
    const hz = wheelHz.find((each) => String(each) === chosen)
    edit(place.change((of) => setWheel(of, hz && { hz, phase: wheel?.phase ?? 0 })))
  }
  return (
    <>
      <Row name="Its timers fire">
        <select
          aria-label={`Its timers fire${place.of}`}
          className={wheel?.hz === usual?.hz ? undefined : 'changed'}
          value={wheel?.hz ?? 'nominal'}
          onChange={(event) => choose(event.target.value)}
        >
          <option value="nominal">on time</option>
          {wheelHz.map((hz) => (
            <option key={hz} value={hz}>
              late, HZ {hz}
            </option>
          ))}
        </select>
      </Row>
      {wheel && (
        <Dial
          name="Jiffies at 0"
          label={`Jiffies at 0${place.of}`}
          field="wheelPhase"
          path={`${place.path}.wheel.phase`}
          value={wheel.phase}
          range={[0, 4095]}
          help="A real timer sits in a wheel whose buckets get coarser with distance, so it fires late, never early. Where the wheel stands at 0 moves that within one bucket."
          usual={{ value: usual?.phase ?? 0, whose: 'unless it is set' }}
          changed={wheel.phase !== (usual?.phase ?? 0)}
          change={(phase) => place.change((of) => setWheel(of, { hz: wheel.hz, phase }))}
          reset={place.change((of) => setWheel(of, { hz: wheel.hz, phase: usual?.phase ?? 0 }))}
        />
      )}
    </>
  )
}

/** How many numbers are set, and the way back to the release as it comes. */
function ResetKernel({ place, kernel }: PartsProps) {
  const usual = usualOf(place, kernel)
  const late = kernel.wheel?.hz !== usual.wheel?.hz || kernel.wheel?.phase !== usual.wheel?.phase
  const count = changedSysctls(kernel, usual).length + (late ? 1 : 0)
  if (count < 2) return null
  return (
    <p className="quiet">
      {count} changed ·{' '}
      <button
        type="button"
        className="link"
        onClick={(event) => {
          event.currentTarget.closest('.kernel')?.querySelector('select')?.focus()
          edit(place.change(() => usual))
        }}
      >
        reset all of this kernel
      </button>
    </p>
  )
}

/** What the numbers come to: the SYNs of an attempt that nobody answers, and how long data and an idle connection last. */
function Schedule({ kernel, latency }: Pick<KernelPlace, 'kernel' | 'latency'>) {
  const { syns, givesUpAfter } = scheduleOf(kernel)
  const { data, keepalive, wheel } = clientKernel(kernel)
  const unacknowledged = dataSchedule(data, retransmissionTimeout(2 * latency, wheel), timersOf(wheel)).givesUpAfter
  const idle = keepaliveTimeout(keepalive, data.userTimeout)
  return (
    <div className="schedule" role="note">
      {'release' in kernel && (
        <p>
          SYNs at {listed(syns)} s; {Number.isFinite(givesUpAfter) ? `gives up after ${seconds(givesUpAfter)} s.` : ''}
        </p>
      )}
      <p>Data that nobody acknowledges: given up after about {roughly(unacknowledged)}.</p>
      <p>An idle connection whose probes nobody answers: given up after about {roughly(idle)}.</p>
    </div>
  )
}

/** To a tenth of a second: the round trips that the kernel measures decide about the rest. */
const roughly = (ms: number): string => brief(Math.round(ms / 100) * 100)

/** More than these are counted, not listed. */
const LISTED = 14

function listed(syns: readonly number[]): string {
  const said = syns.slice(0, LISTED).map(seconds).join(', ')
  return syns.length > LISTED ? `${said}, … (${syns.length} in all)` : said
}

/** `131`, `133.82`: in seconds, as short as it is exact to 10 ms. */
const seconds = (ms: number): string => grouped(ms / 1000, ms % 1000 === 0 ? 0 : 2)
