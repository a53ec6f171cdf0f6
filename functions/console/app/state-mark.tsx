import type { ListedRun } from '@tallystick/client'
import { percentText } from '../parts/plain-words.ts'

const looks = { queued: '', running: '', completed: 'good', failed: 'bad', cancelled: 'warn' } as const

export function StateMark({ run: { status, progress } }: { readonly run: Pick<ListedRun, 'status' | 'progress'> }) {
  const { phase, recordsDone, recordCount } = progress
  return (
    <span class={`state ${looks[status]}`}>
      {status}
      {status === 'running' && phase && `: ${phase} ${percentText(recordsDone / Math.max(1, recordCount))}`}
    </span>
  )
}
