import { useId } from 'preact/hooks'
import { client, mayDo } from './session.ts'
import { useCall } from './use-call.ts'

interface AdapterFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (adapter: string) => void
  /** Whether the newest datasets are offered as well, by their id. */
  readonly withDatasets?: boolean
}

/** Adapters that have datasets come first, then the known kinds. */
export function AdapterField({ label, value, onChange, withDatasets = false }: AdapterFieldProps) {
  const listId = useId()
  const { value: offers = [] } = useCall(`adapters ${withDatasets}`, (signal) => readOffers(withDatasets, signal))
  return (
    <label class="field">
      {label}
      <input
        list={listId}
        value={value}
        required
        spellcheck={false}
        autocomplete="off"
        placeholder={withDatasets ? 'bank:main-eur or dataset:dat_…' : 'bank:main-eur'}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <datalist id={listId}>
        {offers.map(({ adapter, text }) => (
          <option key={adapter} value={adapter}>
            {text}
          </option>
        ))}
      </datalist>
    </label>
  )
}

interface Offer {
  readonly adapter: string
  readonly text: string
}

const datasetCountMax = 50

async function readOffers(withDatasets: boolean, signal: AbortSignal): Promise<readonly Offer[]> {
  const { adapters } = await client().system.meta({ signal })
  const page = mayDo('datasets:read')
    ? await client().datasets.list({ limit: datasetCountMax }, { signal }).pages().next()
    : undefined
  const datasets = page?.done === false ? page.value.items : []
  const used = [...new Set(datasets.map(({ adapter }) => adapter))]
  const isKind = (kind: string): boolean =>
    kind !== 'dataset' && !used.includes(kind) && (withDatasets || !kind.startsWith('demo-'))
  return [
    ...used.map((adapter) => ({ adapter, text: 'its newest dataset' })),
    ...(withDatasets
      ? datasets.map(({ id, name, adapter }) => ({ adapter: `dataset:${id}`, text: `${name} (${adapter})` }))
      : []),
    ...adapters.filter(({ kind }) => isKind(kind)).map(({ kind }) => ({ adapter: kind, text: '' })),
  ]
}
