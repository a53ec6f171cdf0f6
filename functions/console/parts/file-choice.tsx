import { useId, useState } from 'preact/hooks'

/** Lets a file be dropped on a place. Of several files the first is taken. */
export function useFileDrop(onFile: (file: File) => void) {
  const [isOver, setOver] = useState(false)
  return {
    isOver,
    listeners: {
      onDragOver(event: DragEvent): void {
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: (): void => setOver(false),
      onDrop(event: DragEvent): void {
        event.preventDefault()
        setOver(false)
        takeFirst(event.dataTransfer?.files, onFile)
      },
    },
  }
}

interface InputProps {
  readonly id: string
  readonly onFile: (file: File) => void
}

/** The input itself is hidden; its label is shown. */
export const FileInput = ({ id, onFile }: InputProps) => (
  <input
    id={id}
    class="hidden file-input"
    type="file"
    onChange={({ currentTarget }) => {
      takeFirst(currentTarget.files, onFile)
      // Lets the same file be chosen again after it was changed.
      currentTarget.value = ''
    }}
  />
)

interface ButtonProps {
  readonly hasFile: boolean
  readonly purpose: string
  readonly onFile: (file: File) => void
}

export function FileButton({ hasFile, purpose, onFile }: ButtonProps) {
  const id = useId()
  return (
    <>
      <label class={`button ${hasFile ? 'quiet' : ''}`} for={id}>
        {hasFile ? 'Another file' : 'Choose a file'}
        <span class="hidden"> {purpose}</span>
      </label>
      <FileInput id={id} onFile={onFile} />
    </>
  )
}

function takeFirst(files: FileList | null | undefined, onFile: (file: File) => void): void {
  const file = files?.[0]
  if (file !== undefined) onFile(file)
}
