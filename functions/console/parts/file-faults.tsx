import { useState } from 'preact/hooks'
import type { RowFault, SideReading } from '../engine-worker/engine-types.ts'
import { openEngine } from '../shell/engine.ts'
import { CureChoice, type CuredFile } from './cure-choice.tsx'
import { faultCures, faultWords, headerCure, headerQuestion, rowCure } from './file-cures.ts'
import { counted } from './plain-words.ts'

interface FileFaultsProps {
  readonly of: CuredFile
  readonly reading: Extract<SideReading, { ok: false }>
}

/** Why a file is refused, and what cures it. */
export function FileFaults({ of, reading: { format, faults } }: FileFaultsProps) {
  const { settings } = of
  const [first, ...others] = faults
  return (
    <div class="notice fault" role="alert">
      <p>
        <strong>This file cannot be read as {format} yet.</strong> {first !== undefined && <FaultText fault={first} />}
      </p>
      {first !== undefined && (
        <Cures key={JSON.stringify(settings)} of={of} fault={first} cures={faultCures(faults, settings)} />
      )}
      {others.length > 0 && (
        <details class="fault-more">
          <summary>{counted(others.length, 'more place')} to look at</summary>
          <ol>
            {others.map((fault) => (
              <li key={`${fault.line} ${fault.column} ${fault.detail}`}>
                <FaultText fault={fault} />
              </li>
            ))}
          </ol>
        </details>
      )}
      {settings.mapping !== undefined && (
        <p class="cure-act">
          <button type="button" class="quiet" onClick={() => of.onUse({ ...settings, mapping: undefined })}>
            Back to the columns as they were recognised
          </button>
        </p>
      )}
    </div>
  )
}

function FaultText({ fault }: { readonly fault: RowFault }) {
  const { line, file, column } = fault
  const isOfRow = !wholeFile.includes(fault.code)
  return (
    <span class="of-file">
      {isOfRow && `${file === undefined ? 'Line' : `${file}, line`} ${line}${column === null ? '' : `, ${column}`}: `}
      {faultWords(fault).replace(/[^?]$/, '$&.')}
    </span>
  )
}

const wholeFile: readonly RowFault['code'][] = ['header_not_found', 'unknown_column', 'unknown_sheet', 'malformed_file']

interface CuresProps {
  readonly of: CuredFile
  readonly fault: RowFault
  readonly cures: ReturnType<typeof faultCures>
}

function Cures({ of, fault, cures }: CuresProps) {
  const [isLost, setLost] = useState(false)
  const { place, file, settings } = of
  const useHeader = async (line: number, cells: readonly string[]): Promise<void> => {
    const asked = headerQuestion(settings, cells)
    const answer = await (await openEngine()).readAs({ place, file, settings: asked })
    const cure = answer?.ok === false ? headerCure(answer.faults, asked, line) : undefined
    if (cure === undefined && answer?.ok !== true) return setLost(true)
    of.onUse(cure?.settings ?? asked)
  }
  const isOfHeader = fault.code === 'header_not_found' || fault.code === 'unknown_column'
  return (
    <>
      <CureChoice
        of={of}
        cures={cures}
        lines={[fault.line]}
        cureByRows={(rows) => rowCure(fault, settings, rows)}
        onHeader={isOfHeader ? (line, cells) => void useHeader(line, cells) : undefined}
      />
      {isLost && <p role="status">No date and amount are found below that line. Try another one.</p>}
    </>
  )
}
