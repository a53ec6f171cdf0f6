import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import type { Plugin } from 'vite'
import { type LinkTarget, readGuide } from './read-guide.ts'

/** The folder for files of the repository that guides link to. */
const filesFolder = 'console/files'

/**
 * Makes a module of each guide: `docs/rules.md` exports all of it, `docs/rules.md?summary` its summary. Files of the
 * repository that a guide links to are built beside the page, for download.
 */
export function guides({ root }: { readonly root: string }): Plugin {
  return {
    name: 'tallystick-guides',
    enforce: 'pre',
    load(id) {
      const [path = '', query] = id.split('?')
      if (!path.endsWith('.md')) return undefined
      const resolve = (address: string): LinkTarget => {
        const { file, ...target } = resolveGuideLink(address, relative(root, path))
        if (file !== undefined)
          this.emitFile({
            type: 'asset',
            fileName: `${filesFolder}/${basename(file)}`,
            source: readFileSync(join(root, file)),
          })
        return target
      }
      const guide = readGuide(readFileSync(path, 'utf8'), resolve)
      const { nodes: _, ...summary } = guide
      return `export default ${JSON.stringify(query === 'summary' ? summary : guide)}`
    },
  }

  /**
   * Resolves a link of the guide at `from`, a path in the repository. `file` is set where the link leads to a file that
   * has to be built beside the page.
   */
  function resolveGuideLink(address: string, from: string): LinkTarget & { readonly file?: string } {
    if (/^(https?:|#)/.test(address)) return { href: address }
    const [path = '', anchor] = address.split('#')
    const hash = anchor === undefined ? '' : `#${anchor}`
    const target = join(dirname(from), path)
    if (target === 'README.md') return { href: '/docs' }
    if (!existsSync(join(root, target)) || statSync(join(root, target)).isDirectory())
      throw new Error(`${from} leads to ${target}, which is no file`)
    const [, name] = /^docs\/([\w-]+)\.md$/.exec(target) ?? []
    if (name !== undefined) return { href: `/docs/guide/${name}${hash}` }
    const fileName = basename(target)
    return { href: `/${filesFolder}/${fileName}`, fileName, file: target }
  }
}
