import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import type { ExportChoice, ExportedFile, Progress, RunOverview } from '../engine-worker/engine-types.ts'
import { type RunEvidence, RunEvidenceContext } from '../line/run-evidence.ts'
import { faultText } from '../parts/plain-words.ts'
import { saveFile } from '../parts/save-file.ts'
import { offerCommands } from '../shell/commands.ts'
import { openEngine } from '../shell/engine.ts'
import { withProgress } from '../shell/with-progress.ts'
import { isFiltered, type ResultAddress } from './result-address.ts'
import { viewOfTab } from './result-tabs.ts'

interface MenuRequest {
  readonly run: RunOverview
  readonly address: ResultAddress
}

interface Entry {
  readonly label: string
  readonly detail: string
  readonly choice: ExportChoice | 'pack'
}

/** Only a sealed run has a pack. */
function entriesOf({ tab, query }: ResultAddress, isSealed: boolean): readonly Entry[] {
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
    ...(isSealed
      ? [
          {
            label: 'Evidence pack (ZIP)',
            detail: 'Records, rules, result and signatures: anyone can check it offline',
            choice: 'pack',
          } satisfies Entry,
        ]
      : []),
  ]
}

/** The file that is being saved. A pack comes from the service as a whole, so it has no progress. */
type Saving = { readonly of: 'pack' } | { readonly of: 'file'; readonly progress: Progress }

export function ExportMenu({ run, address }: MenuRequest) {
  const evidence = useContext(RunEvidenceContext)
  const menu = useRef<HTMLDetailsElement>(null)
  useClosing(menu)
  const [saving, setSaving] = useState<Saving | undefined>()
  const [fault, setFault] = useState<string | undefined>()
  const fileOf = async (choice: ExportChoice): Promise<ExportedFile | undefined> => {
    const show = (progress: Progress) => setSaving({ of: 'file', progress })
    show({ step: 'Writing', ratio: 0 })
    const engine = await openEngine()
    return withProgress(show, async (tell) => engine.exportRun(run.id, choice, tell))
  }
  const save = async (choice: Entry['choice']) => {
    menu.current?.removeAttribute('open')
    setFault(undefined)
    if (choice === 'pack') setSaving({ of: 'pack' })
    try {
      const file = choice === 'pack' ? await packOf(run, evidence) : await fileOf(choice)
      if (file !== undefined) saveFile(file.name, file.content)
    } catch (error) {
      setFault(`${choice === 'pack' ? 'The pack was not fetched' : 'The file was not written'}: ${faultText(error)}`)
    } finally {
      setSaving(undefined)
    }
  }
  const entries = entriesOf(address, evidence !== undefined)
  const offered = useRef(save)
  offered.current = save
  const labels = entries.map(({ label }) => label).join()
  useEffect(() => {
    const commands = entries.map(({ label, choice }) => ({
      label: `Export: ${label}`,
      run: () => void offered.current(choice),
    }))
    return offerCommands('export', commands)
  }, [labels, address])
  if (saving !== undefined) return <ExportProgress saving={saving} />
  return (
    <>
      <details class="menu" ref={menu} onKeyDown={({ key }) => key === 'Escape' && closeMenu(menu.current)}>
        <summary class="button quiet">Export</summary>
        <ul class="menu-list">
          {entries.map(({ label, detail, choice }) => (
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
        <p class="notice fault export-fault" role="alert">
          {fault}. Try again.
        </p>
      )}
    </>
  )
}

async function packOf(run: RunOverview, evidence: RunEvidence | undefined): Promise<ExportedFile | undefined> {
  return evidence && { name: `${run.id}.zip`, content: await evidence.pack() }
}

function closeMenu(menu: HTMLDetailsElement | null): void {
  menu?.removeAttribute('open')
  menu?.querySelector('summary')?.focus()
}

function ExportProgress({ saving }: { readonly saving: Saving }) {
  if (saving.of === 'pack')
    return (
      <div class="export-progress" role="status">
        <label>
          <span class="small">Fetching the evidence pack</span>
          <progress />
        </label>
      </div>
    )
  return (
    <div class="export-progress">
      <label>
        <span class="small">Writing the file</span>
        <progress max={1} value={saving.progress.ratio} />
      </label>
      <button type="button" class="quiet" onClick={() => void openEngine().then((engine) => engine.cancelExport())}>
        Cancel
      </button>
    </div>
  )
}

function useClosing(menu: { readonly current: HTMLDetailsElement | null }): void {
  useEffect(() => {
    // A click elsewhere closes the menu. The loss of focus would not do: Safari gives no focus to a clicked button.
    const closeBeside = ({ target }: Event) => {
      if (target instanceof Node && menu.current?.contains(target) === false) menu.current.removeAttribute('open')
    }
    document.addEventListener('pointerdown', closeBeside)
    document.addEventListener('focusin', closeBeside)
    return () => {
      document.removeEventListener('pointerdown', closeBeside)
      document.removeEventListener('focusin', closeBeside)
    }
  }, [menu])
}
