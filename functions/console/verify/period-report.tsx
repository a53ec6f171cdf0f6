import { useState } from 'preact/hooks'
import type { PeriodReportForm } from '../engine-worker/evidence-types.ts'
import { faultText } from '../parts/plain-words.ts'
import { saveFile } from '../parts/save-file.ts'
import { openEngine } from '../shell/engine.ts'

/** What people read of a period, made of the files that were checked. */
export function PeriodReportPart({ name }: { readonly name: string }) {
  const [fault, setFault] = useState<unknown>()
  const save = async (form: PeriodReportForm): Promise<void> => {
    setFault(undefined)
    try {
      saveFile(`report-${name}.${form}`, await (await openEngine()).periodReport(form))
    } catch (error) {
      setFault(error)
    }
  }
  return (
    <section class="card" aria-labelledby="report-heading">
      <h2 id="report-heading">What it says</h2>
      <p>
        The proof of balances, open items by age, adjustments by label, who decided and who signed. The report is made
        here, of the files that were checked.
      </p>
      {fault !== undefined && (
        <p class="notice fault" role="alert">
          {faultText(fault)}
        </p>
      )}
      <p class="actions">
        <button type="button" class="quiet" onClick={() => void save('html')}>
          Report for print
        </button>
        <button type="button" class="quiet" onClick={() => void save('xlsx')}>
          Report as workbook
        </button>
      </p>
    </section>
  )
}
