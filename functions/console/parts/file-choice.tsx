import { useId, useState } from 'preact/hooks'

type OnFiles = (files: readonly File[]) => void

/** Lets a file be dropped on a place. Of several files the first is taken. */
export const useFileDrop = (onFile: (file: File) => void) => useFilesDrop(withFirst(onFile))

const withFirst =
  (onFile: (file: File) => void): OnFiles =>
  ([file]) => {
    if (file !== undefined) onFile(file)
  }

/** Lets files be dropped on a place. */
export function useFilesDrop(onFiles: OnFiles) {
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
        onFiles([...(event.dataTransfer?.files ?? [])])
      },
    },
  }
}

interface FilesInputProps {
  readonly id: string
  readonly onFiles: OnFiles
  readonly isMultiple?: boolean
}

/** The input itself is hidden; its label is shown. */
export const FilesInput = ({ id, onFiles, isMultiple = false }: FilesInputProps) => (
  <input
    id={id}
    class="hidden file-input"
    type="file"
    multiple={isMultiple}
    onChange={({ currentTarget }) => {
      onFiles([...(currentTarget.files ?? [])])
      // Lets the same file be chosen again after it was changed.
      currentTarget.value = ''
    }}
  />
)

interface ButtonProps {
  readonly hasFile: boolean
  readonly purpose: string
  readonly onFiles: OnFiles
  readonly isMultiple?: boolean
}

export const FileButton = ({
  onFile,
  ...button
}: Omit<ButtonProps, 'onFiles' | 'isMultiple'> & { readonly onFile: (file: File) => void }) => (
  <FilesButton {...button} onFiles={withFirst(onFile)} />
)

export function FilesButton({ hasFile, purpose, onFiles, isMultiple = false }: ButtonProps) {
  const id = useId()
  return (
    <>
      <label class={`button ${hasFile ? 'quiet' : ''}`} for={id}>
        {hasFile ? 'Another file' : 'Choose a file'}
        <span class="hidden"> {purpose}</span>
      </label>
      <FilesInput id={id} onFiles={onFiles} isMultiple={isMultiple} />
    </>
  )
}
