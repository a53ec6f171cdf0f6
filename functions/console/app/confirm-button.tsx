import { useEffect, useRef } from 'preact/hooks'

interface ConfirmButtonProps {
  readonly label: string
  readonly question: string
  readonly confirm: string
  readonly isDangerous?: boolean
  readonly isBusy?: boolean
  readonly onConfirm: () => void | Promise<void>
}

/** A button whose action cannot be undone: a click asks for a confirmation first. */
export function ConfirmButton({ label, question, confirm, isDangerous, isBusy, onConfirm }: ConfirmButtonProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => () => dialog.current?.close(), [])
  return (
    <>
      <button type="button" class="quiet" disabled={isBusy} onClick={() => dialog.current?.showModal()}>
        {label}
      </button>
      <dialog ref={dialog} class="confirm" aria-label={label}>
        <p class="of-file">{question}</p>
        <p class="actions">
          <button
            type="button"
            class={isDangerous ? 'danger' : undefined}
            onClick={() => {
              dialog.current?.close()
              void onConfirm()
            }}
          >
            {confirm}
          </button>
          <button type="button" class="quiet" onClick={() => dialog.current?.close()}>
            Leave it as it is
          </button>
        </p>
      </dialog>
    </>
  )
}
