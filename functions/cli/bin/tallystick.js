#!/usr/bin/env node
import { freshBundle } from '../../local/cli-bundle.js'
import { launch } from '../../local/launch.js'

await launch(freshBundle() ?? new URL('../main.ts', import.meta.url), process.argv.slice(2))
