export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers read the content a little after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
