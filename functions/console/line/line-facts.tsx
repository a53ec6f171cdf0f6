import { sizeOfAmount } from '@tallystick/audit/base/amount'
import type { ReportRow } from '@tallystick/audit/report/report-row'
import { differenceWords } from '@tallystick/audit/report/size-words'
import type { ShownLine } from '../engine-worker/engine-types.ts'
import { amountText } from '../parts/amount-text.ts'
import { grouped, placeText } from '../parts/plain-words.ts'
import { pairAmounts } from './pair-amounts.ts'

interface FactsRequest {
  readonly head: ReportRow
  readonly shown: ShownLine
}

export function LineFacts({ head, shown }: FactsRequest) {
  const { line, id, difference, currency, days } = head
  const variance = 'variance' in line ? line.variance : undefined
  const isRepeated = line.kind === 'break' && line.likely !== undefined
  const differenceCurrency = line.kind === 'break' ? shown.currency : currency
  return (
    <>
      <dl class="line-facts">
        {'confidence' in line && <Fact label="Confidence" value={line.confidence} />}
        {difference !== null && (
          <Fact
            label="Difference"
            value={differenceText(head, shown, amountText(sizeOfAmount(difference), differenceCurrency))}
          />
        )}
        {variance !== undefined && <Fact label="Counts as" value={variance} />}
        {days !== null && (
          <Fact label={isRepeated ? 'Days, first to last' : 'Days, target − source'} value={String(days)} />
        )}
        {line.kind === 'break' && shown.ageDays !== null && (
          <Fact label="Age at the newest record" value={`${grouped(shown.ageDays)} days`} />
        )}
      </dl>
      <details class="line-place">
        <summary class="small">Id and place of this line</summary>
        <dl class="line-facts">
          <Fact label="Id" value={id} />
          <Fact label="Line of the result" value={placeText(shown.leaf)} />
        </dl>
      </details>
    </>
  )
}

/** Of netted records, which are of one side, the size alone. */
function differenceText({ line, difference }: ReportRow, shown: ShownLine, size: string): string {
  if (line.kind === 'netted' || difference === null) return size
  return differenceWords({ difference, ...pairAmounts(shown) }, size)
}

const Fact = ({ label, value }: { readonly label: string; readonly value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd class="of-file">{value}</dd>
  </div>
)
