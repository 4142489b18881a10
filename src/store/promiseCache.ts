// What was found of promises stays with this browser, under the name of the engine that found it: another engine asks anew.

import { assignments } from '../scenario/partitionWorld.ts'
import type { PromiseVerdict, Story } from '../worker/partitionMessages.ts'
import { remember, remembered } from './remembered.ts'

export type Found = ReadonlyMap<string, PromiseVerdict>

const NAME = 'promises'

/** Beyond so many the oldest are forgotten, as a browser keeps a few megabytes: three times what the table asks at once. */
const MOST = 1500

declare global {
  interface ImportMetaEnv {
    /** The name of a built page's engine (vite.config.ts); absent where it may change under the page, as it is developed. */
    readonly ENGINE?: string
  }
}

/** Without a name nothing is kept. */
const engine = (): string | undefined => import.meta.env.ENGINE

/** What this engine found before, oldest first; nothing where the browser kept nothing that can be read. */
export function foundBefore(): Map<string, PromiseVerdict> {
  const text = remembered(NAME)
  if (text === undefined || engine() === undefined) return new Map()
  try {
    const { by, found } = JSON.parse(text) as { readonly by?: unknown; readonly found?: unknown }
    if (by !== engine() || !Array.isArray(found)) return new Map()
    return new Map(found.filter(isFound))
  } catch {
    // Somebody else wrote there, or it was cut short: it is asked anew.
    return new Map()
  }
}

/** Keeps what was found, where the browser lets it. What ran out of room was not found. */
export function keepFound(known: Found): void {
  if (engine() === undefined) return
  const found = [...known].filter(([, { verdict }]) => verdict !== 'undecided').slice(-MOST)
  remember(NAME, JSON.stringify({ by: engine(), found }))
}

type Unread<T> = { readonly [key in keyof T]?: unknown }

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

function isFound(entry: unknown): entry is [string, PromiseVerdict] {
  const [key, read] = Array.isArray(entry) ? (entry as readonly unknown[]) : []
  if (typeof key !== 'string' || !isObject(read)) return false
  const { verdict, states, story }: Unread<PromiseVerdict> = read
  return typeof states === 'number' && (verdict === 'holds' || (verdict === 'broken' && isStory(story)))
}

function isStory(read: unknown): boolean {
  if (!isObject(read)) return false
  const { breaks, order, steps }: Unread<Story> = read
  const isBroken = breaks === 'ackedLoss' || breaks === 'blocked'
  const isOrdered = assignments.some((known) => known === order)
  return isBroken && isOrdered && Array.isArray(steps) && steps.every((step) => typeof step === 'string')
}
