// Laws are tried on the same random scenarios each time, so that a check gives the same answer twice; LAWS_SEED=any rolls new ones, and
// LAWS_SEED=<number> repeats what those have found.

import fc from 'fast-check'

const asked = process.env.LAWS_SEED

if (asked !== 'any') fc.configureGlobal({ seed: asked === undefined ? 1_555 : Number(asked) })
