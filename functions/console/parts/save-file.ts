/** Hands a file over to the downloads of the browser. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has read the address when the click has returned; some read the content a little later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
