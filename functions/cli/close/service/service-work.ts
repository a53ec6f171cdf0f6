import type { Client } from '@tallystick/client'
import type { Terminal } from '../../terminal.ts'
import type { CloseArguments } from '../close-arguments.ts'

/** What a verb of `close` works with over a service. */
export interface ServiceWork {
  readonly client: Client
  readonly input: CloseArguments & { readonly address: string }
  readonly terminal: Terminal
}
