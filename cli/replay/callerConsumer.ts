// Layer client-producer-caller, as far as it is of consumers and admin clients: what their constructors say to a set of properties.

import { releases } from '../../src/scenario/releases.ts'
import type { Properties } from '../../src/scenario/rulings.ts'
import type { Component } from '../../src/scenario/scenario.ts'
import { hasClient, settingOf } from '../../src/scenario/settings.ts'
import { rulingOn } from '../../src/scenario/verdicts.ts'
import { type Event, firstDifference, type NotBuilt, type Recording, type Replay } from './recording.ts'

type Input = { readonly what: string; readonly config: Properties }

/** Whose constructor a case calls, by how its `what` begins. */
const constructors: { readonly [what: string]: Component } = {
  'new KafkaConsumer': 'consumer',
  'new AdminClient': 'admin',
  'new KafkaAdminClient': 'admin',
}

/** True for a case of a consumer or an admin client. */
export const isOfOtherClient = (what: string): boolean => /Consumer|Admin/.test(what)

/** Replays one such case. A call of theirs was recorded nowhere, so that none is held to the model here. */
export const replayCallerConsumer: Replay = (recording) => {
  const { what, config } = recording.input as Input
  const component = Object.entries(constructors).find(([name]) => what.startsWith(name))?.[1]
  if (!component) return notBuilt(`what ${what} returns was recorded of no release that is offered.`)
  const version = recording.id.split('/')[1] ?? ''
  const release = releases.find(({ id, draft }) => !draft && `${version}.`.startsWith(`${id}.`))
  if (!release || !hasClient(release, component)) return notBuilt('this release is not offered.')
  const returned = constructed(recording, release.id, component, config)
  return 'what' in returned ? returned : firstDifference('events', recording.events, [returned])
}

const notBuilt = (reason: string): NotBuilt => ({ what: 'not built', reason })

/** Rules that the constructor checks once its config class took each value: it wraps what they throw. */
const wrapped: { readonly [rule: string]: string } = {
  X3: 'ConfigException',
  X4: 'IllegalArgumentException',
  X5: 'ConfigException',
}

/** The constructor: what it refuses and how, or the settings in force of those that the recorder asked for. */
function constructed({ events }: Recording, kafka: string, component: Component, config: Properties): Event | NotBuilt {
  const asked = (events[0] ?? []).slice(3).filter((_, i) => i % 2 === 0)
  const { verdict, effective, fields } = rulingOn(kafka, config, component)
  if (verdict !== 'rejected') {
    const inForce = (key: string) => effective[key] ?? config[key] ?? settingOf(kafka, key, component)?.default
    return [0, 'RETURN', 'accepted', ...asked.flatMap((key) => [key, inForce(String(key))])]
  }
  const cause = wrapped[fields.find((field) => field.verdict === 'rejected')?.refusal ?? '']
  return [0, 'RETURN', 'rejected', ...(cause ? ['KafkaException', cause] : ['ConfigException'])]
}
