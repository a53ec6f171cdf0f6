import type { PeriodTable } from '@tallystick/audit/report/period-tables'
import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { PeriodReportForm } from '../engine-worker/evidence-types.ts'
import { goOnFrom } from '../local-run/kept-closes.ts'
import { faultText } from '../parts/plain-words.ts'
import { saveFile } from '../parts/save-file.ts'
import { openEngine } from '../shell/engine.ts'
import { ReportTable } from './report-table.tsx'

interface PeriodReportProps {
  readonly name: string
  /** The pack, where this browser can go on with it. */
  readonly pack: File | undefined
}

/** What people read of a period, made of the files that were checked. */
export function PeriodReportPart({ name, pack }: PeriodReportProps) {
  const { route } = useLocation()
  const [tables, setTables] = useState<readonly PeriodTable[]>([])
  const [isTaking, setTaking] = useState(false)
  const [fault, setFault] = useState<unknown>()
  const attempt = (work: () => Promise<void>): void => {
    setFault(undefined)
    void work().catch(setFault)
  }
  const show = async (): Promise<void> => setTables(await (await openEngine()).periodTables())
  const save = async (form: PeriodReportForm): Promise<void> =>
    saveFile(`report-${name}.${form}`, await (await openEngine()).periodReport(form))
  const take = async (file: File): Promise<void> => {
    setTaking(true)
    try {
      route(await goOnFrom(file))
    } finally {
      setTaking(false)
    }
  }
  useEffect(() => attempt(show), [])
  return (
    <section class="card" aria-labelledby="report-heading">
      <h2 id="report-heading">What it says</h2>
      <p>
        The proof of balances, open items by age, adjustments by label, who decided and who signed. The report is made
        here, of the files that were checked.
      </p>
      {tables.map((table, index) => (
        <ReportTable key={table.name} table={table} isOpen={index === 0 || table.strongRows !== undefined} />
      ))}
      {fault !== undefined && (
        <p class="notice fault" role="alert">
          {faultText(fault)}
        </p>
      )}
      <p class="actions">
        {pack !== undefined && (
          <button type="button" disabled={isTaking} onClick={() => attempt(() => take(pack))}>
            {isTaking ? 'Running its rules again …' : 'Begin the month after it here'}
          </button>
        )}
        <button type="button" class="quiet" onClick={() => attempt(() => save('html'))}>
          Report for print
        </button>
        <button type="button" class="quiet" onClick={() => attempt(() => save('xlsx'))}>
          Report as workbook
        </button>
      </p>
    </section>
  )
}
