import type { VirusScanPort } from '#features/requests/server/virus-scan-port.ts'
import { type ClamdAddress, openClamd } from './clamd.ts'
import { openEmbeddedScan } from './embedded.ts'

export const openVirusScan = ({ clamd }: { clamd: ClamdAddress | undefined }): VirusScanPort =>
  clamd ? openClamd(clamd) : openEmbeddedScan()
