import { grouped } from '../base/grouped.ts'
import { type LivesOfRun, sharesIn } from '../findings/lives.ts'
import type { Run } from '../store/lab.ts'
import { select } from '../store/looking.ts'
import { kindOf, namedLives, ownerName, saidOutcome, saidTotal } from './lifeWords.ts'

type Props = { readonly run: Run; readonly variant: number; readonly lives: LivesOfRun }

/** The same as a table: each record, or several that lived alike, with what it spent how long on. */
export function LivesTable({ run, variant, lives }: Props) {
  const isCall = lives.groups.some(({ call }) => call !== undefined)
  return (
    <table className="lives-table">
      <caption className="unseen">
        Where the time {isCall ? 'of the call' : 'of each record'} went, {run.scenario.variants[variant]?.name}, in ms
      </caption>
      <thead>
        <tr>
          <th scope="col">{isCall ? 'Call' : 'Record'}</th>
          <th scope="col">Spent on</th>
          <th scope="col">Owned by</th>
          <th scope="col">Times</th>
          <th scope="col">ms</th>
        </tr>
      </thead>
      {lives.groups.map((each) => (
        <tbody key={each.records[0]}>
          {sharesIn(each).map((share, index) => (
            <tr key={index}>
              <th scope="row">{index === 0 ? namedLives(each) : <span className="unseen">{namedLives(each)}</span>}</th>
              <td>{kindOf(share)}</td>
              <td>
                <code>{ownerName(share.rule)}</code>
              </td>
              <td className="mono">{share.times}</td>
              <td className="mono">
                <button
                  type="button"
                  className="link"
                  title="Show the longest of them"
                  onClick={() => select(variant, share.row)}
                >
                  {grouped(share.total)}
                </button>
              </td>
            </tr>
          ))}
          <tr className="total">
            <th scope="row">
              <span className="unseen">{namedLives(each)}</span>
            </th>
            <td colSpan={3}>{saidOutcome(each)}</td>
            <td className="mono">{saidTotal(each).replace(' ms', '')}</td>
          </tr>
        </tbody>
      ))}
    </table>
  )
}
