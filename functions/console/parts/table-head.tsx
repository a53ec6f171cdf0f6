interface TableHeadProps {
  readonly titles: readonly string[]
  /** The titles of columns of numbers. */
  readonly numbers?: readonly string[]
}

export const TableHead = ({ titles, numbers = [] }: TableHeadProps) => (
  <thead>
    <tr>
      {titles.map((title) => (
        <th key={title} scope="col" class={numbers.includes(title) ? 'number' : undefined}>
          {title}
        </th>
      ))}
    </tr>
  </thead>
)
