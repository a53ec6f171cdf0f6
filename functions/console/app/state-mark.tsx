import type { ListedRun } from '@tallystick/client'
import { percentText } from '../parts/plain-words.ts'

const looks = { queued: '', running: '', completed: 'good', failed: 'bad', cancelled: 'warn' } as const

export function StateMark({ run: { status, progress } }: { readonly run: Pick<ListedRun, 'status' | 'progress'> }) {
  const { recordsRead, recordCount } = progress
  const isReading = status === 'running' && recordCount > 0 && recordsRead < recordCount
  return (
    <span class={`state ${looks[status]}`}>
      {status}
      {isReading && ` ${percentText(recordsRead / recordCount)}`}
    </span>
  )
}
