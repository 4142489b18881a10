// The share link: the question, never the answer, in the fragment of an address, which reaches no server.
//
//   c1.two-dead.1                                                a preset as it is: its name and revision
//   c1.e.two-dead.1&v2.request.timeout.ms=5000.4f2a9c31          what differs from it, readable, and a checksum
//   c1.z.rVbLbtswEPwVg2c5kGTHDpJT0UvRQw9FbwX….4f2a9c31           anything else: packed JSON, and a checksum
//
// c1 is the codec. Another form is another codec, beside this one, which stays: test/scenario/links.fixture.json holds it to that.

import { deflateSync, Inflate, strFromU8, strToU8 } from 'fflate'
import { FNV_START, fnvText, hex32 } from '../base/fnv.ts'
import { fromBase64url, toBase64url } from './base64url.ts'
import type { Preset } from './defaultPreset.ts'
import { dictionaryText } from './linkDictionary.ts'
import { difference, inputOf, merged, piecesOf } from './linkPieces.ts'
import { parse, salvage } from './parse.ts'
import { presetOfLink, presets } from './presets.ts'
import type { Problem } from './problem.ts'
import type { Scenario } from './scenario.ts'

/** A scenario, or one that could be kept of a bad link with what failed, what was kept and how to go on, in plain sentences. */
export type Decoded = { readonly scenario: Scenario } | { readonly problem: string; readonly kept?: Scenario }

const CODEC = 'c1.'
/** Longer links are refused before anything is read. */
export const LONGEST_READ = 16_000
/** Up to here a readable link is preferred to a packed one, even where that is shorter. */
const READABLE = 300
/** No scenario within the limits packs as much. */
const LARGEST_JSON = 65_536
/** Bytes inflated at a time: what one slice can grow to is bounded. */
const SLICE = 512

const dictionary = strToU8(dictionaryText)

// Writing.

/** The link of a scenario, without the leading #. */
export function encode(scenario: Scenario): string {
  const parsed = parse(scenario)
  // A question with problems travels too: whoever opens it is told them.
  if ('problems' in parsed) return packed(scenario)
  const readable = shortest(presets.map((preset) => edited(preset, parsed.scenario)))
  return readable.length <= READABLE ? readable : shortest([readable, packed(parsed.scenario)])
}

const shortest = (links: readonly string[]): string => links.reduce((a, b) => (b.length < a.length ? b : a))

const checksum = (text: string): string => hex32(fnvText(FNV_START, text))
const sealed = (text: string): string => `${text}.${checksum(text)}`

function edited(preset: Preset, scenario: Scenario): string {
  const name = `${preset.link}.${preset.revision}`
  const pieces = [...difference(piecesOf(scenario), piecesOf(preset.scenario))]
  if (pieces.length === 0) return CODEC + name
  // The seal is over the text as it reads, so that it holds where a comma travels as %2C.
  const link = [`${CODEC}e.${name}`, ...pieces.map(([key, value]) => `${key}=${escaped(value)}`)].join('&')
  return `${link}.${checksum(readableForm(link) ?? link)}`
}

function packed(scenario: Scenario): string {
  return sealed(`${CODEC}z.${toBase64url(deflateSync(strToU8(JSON.stringify(scenario)), { level: 9, dictionary }))}`)
}

/** A value as a link may hold it: letters, digits and - . , : as they are, a blank as +. */
const escaped = (value: string): string =>
  encodeURIComponent(value)
    .replace(/[!~*'()]/g, percent)
    .replaceAll('%20', '+')
    .replaceAll('%2C', ',')
    .replaceAll('%3A', ':')

const percent = (letter: string): string => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`

/** The text with its percent signs resolved, undefined where they are broken. */
function readableForm(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return undefined
    throw error
  }
}

// Reading.

/** A scenario of a link, with or without its leading # and what stands before that. Whatever the text is, it takes a few milliseconds. */
export function decode(fragment: string): Decoded {
  if (fragment.length > LONGEST_READ) return nothing(tooLong(fragment.length))
  const text = fragment.slice(fragment.lastIndexOf('#') + 1).trim()
  if (links(fragment) > 1) return nothing('There are two links here, one behind the other.', ONE)
  const [, version] = /^c(\d{1,6})\./.exec(text) ?? []
  if (version === undefined) return nothing('This is not a link of this lab, or only a part of one.', COPY_AGAIN)
  if (version !== '1') {
    const which = Number(version) > 1 ? 'A newer' : 'Another'
    return nothing(`${which} version of the lab made this link (codec c${version}).`, RELOAD)
  }
  const [, form, rest = ''] = /^c1\.(?:([ez])\.)?(.*)$/s.exec(text) ?? []
  if (form === 'z') return unpacked(text, rest)
  return form === 'e' ? withEdits(text) : plainPreset(rest)
}

/** How many of the parts between # begin as a link does. */
const links = (text: string): number => text.split('#').filter((part) => /^\s*c\d{1,6}\./.test(part)).length

const ONE = 'Open one of them alone.'
const COPY_AGAIN = 'Copy the whole link again, or ask its sender for the scenario as a file.'
const RELOAD = 'Reload the page to get the newest version, then open the link again.'
const LOOK = 'Look at the question on the left before you trust the answer.'
const tooLong = (length: number): string => `This link has ${length} characters; ${LONGEST_READ} are possible.`

const nothing = (what: string, next = 'Ask its sender for the scenario as a file.'): Decoded => ({
  problem: `${what} Nothing of it was kept. ${next}`,
})

const kept = (what: string, scenario: Scenario | undefined, of: string): Decoded =>
  scenario ? { problem: `${what} ${of} was kept. ${LOOK}`, kept: scenario } : nothing(what, COPY_AGAIN)

/** `two-dead.1` */
function namedPreset(name: string): Preset | undefined {
  const [, link = '', revision] = /^([a-z0-9-]{1,32})\.(\d{1,6})$/.exec(name) ?? []
  return presetOfLink(link, Number(revision))
}

function plainPreset(name: string): Decoded {
  const preset = namedPreset(name)
  return preset ? { scenario: preset.scenario } : unnamed(name)
}

/** A name without its revision was cut. */
const unnamed = (name: string): Decoded =>
  /\.\d/.test(name)
    ? nothing('This link names a question that this version of the lab does not know.', RELOAD)
    : nothing(CUT, COPY_AGAIN)

const CUT = 'The end of this link is missing.'

/** What became of the end of a link that has no checksum where it should stand: what looks like one may stand before. */
const endLost = (text: string): string =>
  /\.[0-9a-f]{8}[^.]{1,40}$/.test(text) ? 'Something was added to the end of this link.' : CUT

/** The text before a checksum, and whether that holds; undefined: there is no checksum. */
function unsealed(text: string): { readonly body: string; readonly sound: boolean } | undefined {
  const [, body, seal] = /^(.*)\.([0-9a-f]{8})$/s.exec(text) ?? []
  return body === undefined ? undefined : { body, sound: checksum(body) === seal }
}

function withEdits(text: string): Decoded {
  // Where the percent signs are broken the checksum cannot hold either.
  const seal = unsealed(readableForm(text) ?? text)
  const raw = seal ? text.slice(0, text.lastIndexOf('.')) : text
  const [head = '', ...edits] = raw.split('&')
  const preset = namedPreset(head.slice('c1.e.'.length))
  if (!preset) return unnamed(head.slice('c1.e.'.length))
  // Of a link that was cut the last piece may be half of one.
  const change = new Map((seal ? edits : edits.slice(0, -1)).map(pieceOf))
  const { input, strange } = inputOf(merged(piecesOf(preset.scenario), change))
  const parsed = parse(input)
  if (!seal) return kept(endLost(text), salvage(input), 'What stands before the cut')
  if (!seal.sound)
    return kept('This link was changed on its way: its checksum is wrong.', salvage(input), 'What could be read')
  if ('scenario' in parsed && strange.length === 0) return parsed
  const what =
    'problems' in parsed ? said(parsed.problems) : `This link holds something unknown: ${strange[0]?.slice(0, 40)}.`
  return kept(what, salvage(input), 'What is sound')
}

/** A blank where the + stands for one; a value that is broken stays as it is, and is refused later. */
function pieceOf(piece: string): readonly [string, string] {
  const [key = '', ...value] = piece.split('=')
  const text = value.join('=').replaceAll('+', ' ')
  return [key, readableForm(text) ?? text]
}

/** The first problem, and how many more there are. */
function said(problems: readonly Problem[]): string {
  const [first] = problems
  const others = problems.length - 1
  const more = others === 0 ? '' : others === 1 ? ' There is one more problem.' : ` There are ${others} more problems.`
  return first ? `This link asks for what cannot be, at ${first.path || 'its start'}: ${first.what}${more}` : ''
}

function unpacked(text: string, rest: string): Decoded {
  const seal = unsealed(text)
  if (!seal) return nothing(endLost(text), COPY_AGAIN)
  if (!seal.sound) return nothing('This link was damaged on its way: its checksum is wrong.', COPY_AGAIN)
  const bytes = fromBase64url(rest.slice(0, rest.lastIndexOf('.')))
  const json = bytes && inflated(bytes)
  if (json === undefined) return nothing('This link cannot be unpacked: it is damaged, or holds too much.', COPY_AGAIN)
  const input = jsonIn(json)
  const parsed = parse(input)
  return 'scenario' in parsed ? parsed : kept(said(parsed.problems), salvage(input), 'What is sound')
}

/** The text of some packed bytes, undefined where they are damaged or hold more than any scenario. */
function inflated(bytes: Uint8Array): string | undefined {
  const parts: Uint8Array[] = []
  let size = 0
  const inflate = new Inflate({ dictionary }, (part) => {
    parts.push(part)
    size += part.length
  })
  try {
    for (let from = 0; from < bytes.length && size <= LARGEST_JSON; from += SLICE) {
      inflate.push(bytes.subarray(from, from + SLICE), from + SLICE >= bytes.length)
    }
  } catch {
    return undefined
  }
  return size > LARGEST_JSON ? undefined : strFromU8(joined(parts, size))
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** The data of a JSON text, undefined where it is none. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
