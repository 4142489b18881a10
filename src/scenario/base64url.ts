// Bytes as text that a link may hold (RFC 4648 5, without padding).

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const values = new Map([...ALPHABET].map((letter, value) => [letter, value]))

/** The text of some bytes. */
export function toBase64url(bytes: Uint8Array): string {
  let text = ''
  for (let i = 0; i < bytes.length; i += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(i, i + 3)
    const word = (a << 16) | (b << 8) | c
    const letters = [word >>> 18, word >>> 12, word >>> 6, word].map((six) => ALPHABET[six & 63])
    text += letters.slice(0, bytes.length - i + 1).join('')
  }
  return text
}

/** The bytes of a text, undefined where it is no such text. */
export function fromBase64url(text: string): Uint8Array | undefined {
  if (text.length % 4 === 1) return undefined
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4))
  let word = 0
  let at = 0
  for (let i = 0; i < text.length; i++) {
    const six = values.get(text.charAt(i))
    if (six === undefined) return undefined
    word = ((word << 6) | six) & 0xff_ffff
    const spare = (i % 4) * 2
    // The second, third and fourth letter each complete a byte.
    if (i % 4 > 0) bytes[at++] = (word >>> (6 - spare)) & 0xff
  }
  return bytes
}
