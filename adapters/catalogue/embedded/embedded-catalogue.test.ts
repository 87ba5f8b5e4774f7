import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { describeCatalogue } from '../catalogue-suite.ts'
import { openEmbeddedCatalogue } from './embedded-catalogue.ts'

const folder = mkdtempSync(join(tmpdir(), 'catalogue-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

// Small segments, so that the few records of the suite lie in many and are merged.
describeCatalogue('embedded', () =>
  openEmbeddedCatalogue({ folder: mkdtempSync(join(folder, 'one-')), workers: 1, sizes: { ofLoad: 20 } }),
)
