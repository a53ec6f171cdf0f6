import { buildAssets } from '../support/node/build-assets.ts'
import { installTools } from './tools.ts'

/** Makes the document, and installs what checks it. */

buildAssets()
await installTools()
