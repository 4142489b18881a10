import { describe, expect, test } from 'vitest'
import { instant, ms } from '../../src/base/time.ts'
import { type ClientBehaviourId, clientBehaviours } from '../../src/scenario/behaviours.ts'
import {
  type Connection,
  type ConnectionEvent,
  connectable,
  connectionDelay,
  setupTimedOut,
} from '../../src/sim/machines/connection.ts'
import { check, connection, NOW } from '../support/machines.ts'

const fresh = connection()
const connecting = connection({ state: 'CONNECTING', attemptAt: instant(0), setupTimeout: ms(10_000), addresses: 1 })
const checking = connection({ state: 'CHECKING_API_VERSIONS', failedAttempts: 2, addresses: 1 })
const ready = connection({ state: 'READY', addresses: 1 })
const lost = connection({
  state: 'DISCONNECTED',
  attemptAt: instant(4_900),
  reconnectBackoff: ms(50),
  failedAttempts: 1,
  addresses: 1,
})

type Row = [name: string, era: ClientBehaviourId, from: Connection, event: ConnectionEvent, asked: string[]]

describe('what happens to a connection', () => {
  test.each<Row>([
    [
      'a first attempt draws both waits of KIP-601',
      'kip-601-shipped',
      fresh,
      'connecting',
      ['draw reconnect 0', 'draw setup 0', 'ABSENT -> CONNECTING'],
    ],
    ['before KIP-601 a first attempt draws nothing', 'kernel-bound', fresh, 'connecting', ['ABSENT -> CONNECTING']],
    [
      'another attempt keeps the waits drawn at the failure',
      'kip-601-shipped',
      lost,
      'connecting',
      ['DISCONNECTED -> CONNECTING'],
    ],
    [
      'to 3.0 TCP up begins the API versions check',
      'kip-601-shipped',
      connecting,
      'tcpUp',
      ['draw reconnect 0', 'draw setup 0', 'CONNECTING -> CHECKING_API_VERSIONS'],
    ],
    ['from 3.0.1 TCP up alone changes nothing', 'client-3.1.2', connecting, 'tcpUp', []],
    [
      'from 3.0.1 the queued request begins the check',
      'client-3.1.2',
      connecting,
      'versionsQueued',
      ['draw reconnect 0', 'draw setup 0', 'CONNECTING -> CHECKING_API_VERSIONS'],
    ],
    [
      'from 3.3 the check leaves the reconnect counter alone',
      'client-3.6.2',
      connecting,
      'versionsQueued',
      ['draw setup 0', 'CONNECTING -> CHECKING_API_VERSIONS'],
    ],
    [
      'an answered check makes it ready and resets both',
      'current',
      checking,
      'ready',
      ['draw reconnect 0', 'draw setup 0', 'CHECKING_API_VERSIONS -> READY'],
    ],
    [
      'a silent SYN grows the setup timeout',
      'kip-601-shipped',
      connecting,
      'disconnected',
      ['draw reconnect 0', 'draw setup 1', 'CONNECTING -> DISCONNECTED'],
    ],
    [
      'a drop after TCP was up resets the setup timeout',
      'current',
      ready,
      'disconnected',
      ['draw reconnect 0', 'draw setup 0', 'READY -> DISCONNECTED'],
    ],
    [
      'a rejected handshake counts a second time',
      'current',
      lost,
      'authenticationFailed',
      ['draw reconnect 1', 'DISCONNECTED -> AUTHENTICATION_FAILED'],
    ],
    ['a closed node is forgotten', 'current', ready, 'removed', ['READY -> ABSENT']],
  ])('%s', (_, era, from, event, asked) => {
    expect(check(era, from, event).asked).toEqual(asked)
  })

  test('a ready connection cannot be told that TCP came up', () => {
    expect(() => check('current', ready, 'tcpUp')).toThrow('tcpUp cannot happen in READY')
  })
})

describe('which address an attempt takes', () => {
  const three = (change: Partial<Connection>) =>
    connection({ state: 'DISCONNECTED', names: 3, addresses: 3, ...change })

  test.each<[string, ClientBehaviourId, Connection, number]>([
    ['the first of a name never tried', 'current', connection({ names: 3 }), 0],
    ['the next after a failure', 'current', three({ address: 0, addressTriedLast: 0 }), 1],
    ['the first again after the last', 'current', three({ address: 2, addressTriedLast: 2 }), 0],
    [
      'to 3.6.1 a dropped connection begins with the first again',
      'client-2.8.2',
      three({ addresses: 0, addressTriedLast: 0 }),
      0,
    ],
    ['from 3.6.2 not the one that was just dropped', 'client-3.6.2', three({ addresses: 0, addressTriedLast: 0 }), 1],
  ])('%s', (_, era, from, address) => {
    expect(check(era, from, 'connecting').after.address).toBe(address)
  })

  test('from 2.8 a drop of an established connection forgets the addresses', () => {
    expect(check('client-2.8.2', { ...ready, addresses: 3 }, 'disconnected').after.addresses).toBe(0)
    expect(check('kip-601-shipped', { ...ready, addresses: 3 }, 'disconnected').after.addresses).toBe(3)
  })
})

describe('what a look finds', () => {
  const at = (elapsed: number) => instant(elapsed)

  test.each<[string, number, boolean]>([
    ['a setup timeout of 10 000 is not over at 10 000', 10_000, false],
    ['it is over at 10 001: the comparison is strict', 10_001, true],
  ])('%s', (_, elapsed, over) => expect(setupTimedOut(connecting, at(elapsed))).toBe(over))

  test.each<[string, number, boolean]>([
    ['a node is blacked out 1 ms before its backoff ends', 4_949, false],
    ['it may be connected when the backoff is exactly over', 4_950, true],
  ])('%s', (_, now, may) => expect(connectable(lost, at(now))).toBe(may))

  test.each<[string, ClientBehaviourId, Connection, number]>([
    ['to 3.0.0 a connecting node has no delay of its own', 'kip-601-shipped', connecting, Number.POSITIVE_INFINITY],
    ['from 3.0.1 it is the whole setup timeout, not the rest of it', 'current', connecting, 10_000],
    ['a lost node: the rest of its backoff', 'current', { ...lost, attemptAt: instant(NOW - 20) }, 30],
    ['a node never tried: none', 'current', fresh, 0],
  ])('%s', (_, era, c, delay) => expect(connectionDelay(c, instant(NOW), clientBehaviours[era])).toBe(delay))
})
