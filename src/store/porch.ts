// Where questions come in and go out as text: links and files. The form that edits a question shares this script (Question.tsx), since
// both stand on the same parser.

export { fromFile, toFile } from '../scenario/file.ts'
export { decode, encode } from '../scenario/link.ts'
