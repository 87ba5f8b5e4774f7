import { forgetPictures } from '../attachments/server/held-pictures.ts'

export const requestJobs = [forgetPictures]
