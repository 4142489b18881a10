// A page opens without the script for what settings come to: where nothing is set, there is nothing to work out.

import { expect, test } from 'vitest'
import { inForceAsReleased } from '../../src/findings/inForce.ts'
import { settingInForce } from '../../src/findings/settingInForce.ts'
import { ordersOf } from '../../src/scenario/compile.ts'
import { isAsReleased, ordersAsReleased } from '../../src/scenario/compileClient.ts'
import { defaultPreset } from '../../src/scenario/defaultPreset.ts'
import { presets } from '../../src/scenario/presets.ts'
import { releases } from '../../src/scenario/releases.ts'
import { rulesOn } from '../../src/scenario/rulings.ts'
import { settingKeys } from '../../src/scenario/settingForms.ts'

test('no rule sets one of a producer’s settings by another where none is set', () => {
  for (const { id } of releases) {
    const { effective, fields } = rulesOn(id, {})
    expect([id, effective]).toEqual([id, {}])
    expect([id, fields.filter(({ verdict }) => verdict !== 'accepted')]).toEqual([id, []])
  }
})

const fresh = presets.filter(({ scenario }) => isAsReleased(scenario))

test('the first question is as its releases come, and no question of records is, nor one that sets something', () => {
  expect(isAsReleased(defaultPreset.scenario)).toBe(true)
  for (const { scenario } of fresh) expect(scenario.lab).toBe('client')
  const { variants } = defaultPreset.scenario
  const set = variants.map((each) => ({ ...each, config: { producer: { 'reconnect.backoff.ms': 50 } } }))
  expect(isAsReleased({ ...defaultPreset.scenario, variants: set })).toBe(false)
})

test.each(fresh.map(({ id, scenario }) => [id, scenario] as const))(
  '%s takes the same by either way',
  (_, scenario) => {
    expect(ordersAsReleased(scenario)).toEqual(ordersOf(scenario))
    for (const key of [...settingKeys, 'tcp_syn_retries', 'tcp_retries2', 'tcp_keepalive_time'])
      for (const variant of scenario.variants.keys())
        expect(inForceAsReleased(scenario, variant, key)).toEqual(settingInForce(scenario, variant, key))
  },
)
