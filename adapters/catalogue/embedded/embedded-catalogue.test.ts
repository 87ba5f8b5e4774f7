import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { describeCatalogue } from '../catalogue-suite.ts'
import { openEmbeddedCatalogue } from './embedded-catalogue.ts'

const folder = mkdtempSync(join(tmpdir(), 'catalogue-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

// Small segments: even the suite's few records fill many, which get merged.
describeCatalogue('embedded', () =>
  openEmbeddedCatalogue({ folder: mkdtempSync(join(folder, 'one-')), workers: 1, sizes: { ofLoad: 20 } }),
)
