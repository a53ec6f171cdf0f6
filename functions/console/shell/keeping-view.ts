/**
 * Leaves open what somebody has opened in `page`, and selected what is selected, while `work` sets attributes and texts
 * of its elements anew.
 */
export function keepingView(page: HTMLElement, work: () => void): void {
  const opened = [...page.querySelectorAll<HTMLDetailsElement>('details[open]')]
  const selection = getSelection()
  const { anchorNode, anchorOffset, focusNode, focusOffset, isCollapsed } = selection ?? { isCollapsed: true }
  work()
  for (const details of opened) details.open = true
  if (!isCollapsed && anchorNode?.isConnected && focusNode?.isConnected)
    selection?.setBaseAndExtent(anchorNode, anchorOffset, focusNode, focusOffset)
}
