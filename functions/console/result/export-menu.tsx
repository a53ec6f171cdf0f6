import { proxy } from 'comlink'
import { useRef, useState } from 'preact/hooks'
import type { ExportChoice, Progress, RunOverview } from '../engine-worker/engine-types.ts'
import { openEngine } from '../shell/engine.ts'
import { isFiltered, type ResultAddress } from './result-address.ts'
import { viewOfTab } from './result-tabs.ts'
import { saveFile } from './save-file.ts'

interface MenuRequest {
  readonly run: RunOverview
  readonly address: ResultAddress
}

interface Entry {
  readonly label: string
  readonly detail: string
  readonly choice: ExportChoice
}

function entriesOf({ tab, query }: ResultAddress): readonly Entry[] {
  const view = viewOfTab(tab)
  const ofView: Entry | undefined = view && {
    label: isFiltered(query) ? 'These lines, as filtered (CSV)' : `All ${tab} (CSV)`,
    detail: 'In the order of the table',
    choice: { kind: 'view', query },
  }
  return [
    { label: 'Workbook (XLSX)', detail: 'Summary and every view, a sheet each', choice: { kind: 'workbook' } },
    ...(view === 'breaks' && !isFiltered(query)
      ? []
      : [{ label: 'Breaks (CSV)', detail: 'All open items', choice: { kind: 'breaks' } } satisfies Entry]),
    ...(ofView === undefined ? [] : [ofView]),
    { label: 'Result lines (NDJSON)', detail: 'Canonical: their root is the one shown', choice: { kind: 'lines' } },
  ]
}

/** Saves a result as a file. The worker writes it; large ones show how far they are, and can be ended. */
export function ExportMenu({ run, address }: MenuRequest) {
  const menu = useRef<HTMLDetailsElement>(null)
  const [progress, setProgress] = useState<Progress | undefined>()
  const [fault, setFault] = useState<string | undefined>()
  const save = async (choice: ExportChoice) => {
    menu.current?.removeAttribute('open')
    setFault(undefined)
    setProgress({ step: 'Writing', share: 0 })
    try {
      const engine = await openEngine()
      const file = await engine.exportRun(run.id, choice, proxy(setProgress))
      if (file !== undefined) saveFile(file.name, file.content)
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error))
    } finally {
      setProgress(undefined)
    }
  }
  if (progress !== undefined) return <ExportProgress share={progress.share} />
  return (
    <>
      <details class="menu" ref={menu} onKeyDown={({ key }) => key === 'Escape' && closeMenu(menu.current)}>
        <summary class="button quiet">Export</summary>
        <ul class="menu-list">
          {entriesOf(address).map(({ label, detail, choice }) => (
            <li key={label}>
              <button type="button" class="menu-entry" onClick={() => void save(choice)}>
                <span>{label}</span>
                <span class="small soft">{detail}</span>
              </button>
            </li>
          ))}
        </ul>
      </details>
      {fault !== undefined && (
        <p class="notice fault" role="alert">
          The file was not written: {fault}. Try again, or export fewer lines.
        </p>
      )}
    </>
  )
}

function closeMenu(menu: HTMLDetailsElement | null): void {
  menu?.removeAttribute('open')
  menu?.querySelector('summary')?.focus()
}

function ExportProgress({ share }: { readonly share: number }) {
  return (
    <div class="export-progress">
      <label>
        <span class="small">Writing the file</span>
        <progress max={1} value={share} />
      </label>
      <button type="button" class="quiet" onClick={() => void openEngine().then((engine) => engine.cancelExport())}>
        Cancel
      </button>
    </div>
  )
}
