import { forgetPictures } from '../attachments/server/held-pictures.ts'
import { sendAnswer } from '../cataloguing/answers/server/leaving.ts'

export const requestJobs = [forgetPictures, sendAnswer]
