import { createClient } from '../../../functions/client/index.ts'
import { copyOfProject } from '../../support/node/copy-of-project.ts'
import { freePort, startNpm } from '../../support/node/npm-script.ts'
import { spreadOf, spreadText, tableText, wholeText } from '../figures.ts'
import { commitText, machineText } from '../machine.ts'
import type { Note } from '../rounds.ts'
import { writeSection } from '../write-document.ts'
import { measureRates, type Rate } from './creates-and-reads.ts'
import type { Figure } from './figure.ts'
import { measureLargeRun } from './large-run.ts'
import { measureEngine, measureStart } from './measure-workerd.ts'
import { measureUploadAndRun } from './upload-and-run.ts'

/**
 * `npm run bench -- --service`: how long a Worker takes to start, what the engine takes in workerd, and what `npm start`
 * answers a client over HTTP; `write` puts the figures into a document.
 */
export async function runService(write: string | undefined, note: Note): Promise<void> {
  const about = [
    '`npm run bench -- --service`',
    `${machineText()}, ${commitText()}`,
    `Node ${process.version}, seed ${seed}`,
  ]
  note('start')
  const start = await measureStart()
  note('engine')
  const engine = await measureEngine([20_000, 100_000], seed)
  note('service')
  const { figures, rates } = await measureService()
  const text = serviceText([...start, ...engine, ...figures], { rates, about })
  console.log(text)
  if (write !== undefined) writeSection(write, text)
}

const seed = 20_261_120

interface ServiceFigures {
  readonly figures: readonly Figure[]
  readonly rates: readonly Rate[]
}

/** What a client of `npm start` sees, in a copy of the project with a database of its own. */
async function measureService(): Promise<ServiceFigures> {
  const project = copyOfProject()
  const port = await freePort()
  const server = startNpm(project.path, 'start', '--', '--no-demo', '--port', String(port))
  try {
    await server.line(/^ready on /)
    const key = (await server.line(/^X-API-Key: /)).slice('X-API-Key: '.length)
    const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: key })
    const figures = [...(await measureUploadAndRun(client, seed)), await measureLargeRun(client, seed)]
    return { figures, rates: await measureRates(client, seed) }
  } finally {
    server.signal('SIGTERM')
    await server.ended
    project.remove()
  }
}

function serviceText(
  figures: readonly Figure[],
  { rates, about }: { readonly rates: readonly Rate[]; readonly about: readonly string[] },
): string {
  return [
    '### The service, on one machine',
    about.map((line) => `- ${line}`).join('\n'),
    tableText(
      ['what', 'ms'],
      figures.map(({ what, milliseconds }) => [what, spreadText(spreadOf(milliseconds))]),
    ),
    tableText(
      ['what, for eight clients', 'a second'],
      rates.map(({ what, perSecond }) => [what, wholeText(perSecond)]),
    ),
  ].join('\n\n')
}
