import { defineConfig } from 'vitest/config'
export default defineConfig({ test: { environment: 'node', isolate: false, maxWorkers: 1, testTimeout: 300000, setupFiles: ['app/test/seed.ts'], reporters: ['default'], exclude: ['node_modules/**'] } })
