import type { ComponentChildren } from 'preact'

export function EmptyPlace({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <section class="card empty-place">
      <h2>{title}</h2>
      {children}
    </section>
  )
}
