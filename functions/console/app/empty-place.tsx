import type { ComponentChildren } from 'preact'

/** What a page shows that has nothing to show yet: why, and what comes first. */
export function EmptyPlace({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <section class="card empty-place">
      <h2>{title}</h2>
      {children}
    </section>
  )
}
