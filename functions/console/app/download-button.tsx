import type { ByteStream } from '@tallystick/client'
import { saveFile } from '../parts/save-file.ts'
import { FailureNotice } from './failure-notice.tsx'
import { useAction } from './use-call.ts'

interface DownloadButtonProps {
  readonly label: string
  readonly name: string
  readonly read: () => Promise<ByteStream | Blob>
}

/** Fetches a file with the API key in a header, which a plain link cannot send. */
export function DownloadButton({ label, name, read }: DownloadButtonProps) {
  const { isBusy, error, run } = useAction()
  const download = async (): Promise<void> => {
    const body = await read()
    saveFile(name, body instanceof Blob ? body : await new Response(body).blob())
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
