// FNV-1a, 32 bit: offset basis 0x811c9dc5, prime 0x01000193.

export const FNV_START = 0x811c9dc5

/** The hash after some bytes; start with FNV_START. Unsigned 32 bits. */
export function fnvBytes(hash: number, bytes: Uint8Array): number {
  let h = hash
  for (let i = 0; i < bytes.length; i++) h = Math.imul(h ^ (bytes[i] as number), 0x01000193)
  return h >>> 0
}

/** The hash after the UTF-16 code units of a text, each as two bytes, low one first. */
export function fnvText(hash: number, text: string): number {
  let h = hash
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    h = Math.imul(h ^ (unit & 0xff), 0x01000193)
    h = Math.imul(h ^ (unit >>> 8), 0x01000193)
  }
  return h >>> 0
}

/** Eight hexadecimal digits, as digests are shown. */
export const hex32 = (hash: number): string => (hash >>> 0).toString(16).padStart(8, '0')

/** The hash after a text of ASCII characters, each as one byte. */
export function fnvAscii(hash: number, text: string): number {
  let h = hash
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return h >>> 0
}
