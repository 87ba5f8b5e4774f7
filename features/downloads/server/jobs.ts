import { writeFile } from './write-file.ts'

export const downloadJobs = [writeFile]
