import type { TestProject } from 'vitest/node'
import { prepareTests } from '#app/test/database.ts'
import { startOpenSearch } from './services/opensearch.ts'
import { startPostgres } from './services/postgres.ts'
import { startS3 } from './services/s3.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Servers that the tests at scale share; '' if one is not available on this machine. */
    openSearchUrl: string
    postgresUrl: string
  }
}

/** Starts the servers that all test files share. A test that kills one starts its own. */
export default async function startServices(project: TestProject) {
  const atMost = process.env.TEST_OPENSEARCH_VERSION === '2' ? 2 : 3
  const [openSearch, postgres, s3] = await Promise.all([
    startOpenSearch({ atMost }),
    startPostgres({ fsync: 'off' }),
    startS3(),
  ])
  project.provide('openSearchUrl', openSearch?.url ?? '')
  project.provide('postgresUrl', postgres?.url ?? '')
  const forget = await prepareTests(project, {
    DATABASE_URL: postgres?.url,
    OPENSEARCH_URL: openSearch?.url,
    S3_ENDPOINT: s3?.endpoint,
    S3_BUCKET: s3?.bucket,
    S3_ACCESS_KEY_ID: s3?.keys.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3?.keys.secretAccessKey,
  })
  return async () => {
    await forget?.()
    await Promise.all([openSearch?.stop(), postgres?.stop(), s3?.stop()])
  }
}
