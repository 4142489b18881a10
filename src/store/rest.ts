// What a question takes that sets anything, or is another lab's. It comes right behind the first picture, or before it where that is of
// such a question.

export { settingInForce } from '../findings/settingInForce.ts'
export { ordersOf } from '../scenario/compile.ts'
export { refusalsOf } from '../scenario/verdicts.ts'
