// Labels: shortened, then moved, then dropped; never over one another.

import { describe, expect, test } from 'vitest'
import { formsOf, RANK, type Slot, Words } from '../../src/timeline/words.ts'

const widthOf = (text: string): number => text.length * 6
const slot = (from: number, to: number, texts: readonly string[], more: Partial<Slot> = {}): Slot => {
  return { y: 0, from, to, align: 'start', rank: RANK.inside, ink: 'ink', texts, ...more }
}

function said(build: (words: Words) => void): string[] {
  const words = new Words()
  build(words)
  return words.placed(widthOf).map(({ text, x, y }) => `${text} at ${x}${y ? `, row ${y}` : ''}`)
}

describe('a label', () => {
  test.each<readonly [name: string, slots: readonly Slot[], said: readonly string[]]>([
    ['stands where it fits', [slot(0, 60, ['CONNECTING', 'CONN'])], ['CONNECTING at 0']],
    [
      'is shortened before it is moved',
      [slot(0, 30, ['CONNECTING', 'CONN']), slot(30, 200, ['CONNECTING'])],
      ['CONN at 0'],
    ],
    [
      'is moved where it does not fit',
      [slot(0, 20, ['CONNECTING']), slot(20, 200, ['CONNECTING'])],
      ['CONNECTING at 20'],
    ],
    ['is dropped where it fits nowhere', [slot(0, 20, ['CONNECTING'])], []],
    ['may keep to the end', [slot(0, 100, ['READY'], { align: 'end' })], ['READY at 70']],
    ['or to the middle', [slot(0, 100, ['READY'], { align: 'middle' })], ['READY at 35']],
  ])('%s', (_, slots, expected) => expect(said((words) => words.wish('font', slots))).toEqual(expected))

  test('does not lie over one that came before', () => {
    const wish = (words: Words) => words.wish('font', [slot(0, 100, ['READY']), slot(60, 200, ['READY'])])
    expect(said((words) => [wish, wish, wish].forEach((each) => each(words)))).toEqual(['READY at 0', 'READY at 60'])
  })

  test('does not lie over a mark of its row, but over one of another row', () => {
    expect(
      said((words) => {
        words.keepClear(0, 10, 14)
        words.wish('font', [slot(0, 100, ['READY']), slot(0, 100, ['READY'], { y: 20 })])
      }),
    ).toEqual(['READY at 0, row 20'])
  })

  test('lies over a line that crosses its row only where it stands out from it', () => {
    const placed = (over: boolean) => {
      const words = new Words()
      words.cross(0, 20, 22)
      words.wish('font', [slot(0, 100, ['READY'], { over })])
      return words.placed(widthOf).map(({ text, isOver }) => [text, isOver])
    }
    expect(placed(false)).toEqual([])
    expect(placed(true)).toEqual([['READY', true]])
  })

  test('lies over a span only where it is said of it', () => {
    expect(
      said((words) => {
        words.fill(0, 0, 50)
        words.wish('font', [slot(0, 100, ['a dot'], { onGround: true })])
        words.wish('font', [slot(0, 50, ['state'])])
      }),
    ).toEqual(['state at 0'])
  })

  test('gives way to one of a lower rank, whichever came first', () => {
    expect(
      said((words) => {
        words.wish('font', [slot(0, 100, ['black hole'], { rank: RANK.standing })])
        words.wish('font', [slot(0, 100, ['fires'])])
      }),
    ).toEqual(['fires at 0'])
  })
})

test.each<readonly [text: string, forms: readonly string[]]>([
  ['READY', ['READY']],
  ['CONNECTING · the kernel decides', ['CONNECTING · the kernel decides', 'CONNECTING']],
  [
    'looks every 50 ms · reconnect.backoff.ms ×5',
    ['looks every 50 ms · reconnect.backoff.ms ×5', 'looks every 50 ms', 'looks every …'],
  ],
  ['backoff 50', ['backoff 50']],
  ['send() blocked', ['send() blocked']],
])('%s can be said as %j', (text, forms) => expect(formsOf(text)).toEqual(forms))
