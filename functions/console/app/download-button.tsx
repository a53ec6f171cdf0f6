import type { ByteStream } from '@tallystick/client'
import { FailureNotice } from './failure-notice.tsx'
import { useAction } from './use-call.ts'

interface DownloadButtonProps {
  readonly label: string
  readonly name: string
  readonly read: () => Promise<ByteStream | Blob>
}

/** Fetches a file with the key in its header, which a link could not carry. */
export function DownloadButton({ label, name, read }: DownloadButtonProps) {
  const { isBusy, error, run } = useAction()
  const download = async (): Promise<void> => {
    const body = await read()
    saveBlob(body instanceof Blob ? body : await new Response(body).blob(), name)
  }
  return (
    <>
      <button type="button" class="quiet" disabled={isBusy} onClick={() => void run(download)}>
        {isBusy ? 'Fetching …' : label}
      </button>
      <FailureNotice error={error} />
    </>
  )
}

function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
