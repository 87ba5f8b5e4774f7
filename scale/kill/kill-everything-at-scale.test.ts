import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { onServer } from '#adapters/database/testing.ts'
import { killEverything } from './rounds.ts'

const server = inject('postgresUrl')

describe.skipIf(!server)('two portals and a worker on one PostgreSQL', () => {
  const name = `killed_${randomUUID().replaceAll('-', '')}`
  beforeAll(() => onServer(server, `create database ${name}`))
  afterAll(() => onServer(server, `drop database ${name} with (force)`))

  test('killed under writes of every kind, they lose nothing acknowledged, and do nothing partly or twice', {
    timeout: 900_000,
    retry: 0,
  }, async () => {
    const { acknowledged, wrong } = await killEverything(3, { databaseUrl: new URL(`/${name}`, server).href })
    expect(wrong.join('\n')).toBe('')
    expect(acknowledged).toBeGreaterThan(0)
  })
})
