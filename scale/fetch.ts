import { missingServices } from './services/missing.ts'

/** `node app/launch.js scale/fetch.ts`: fetches what the tests at scale need, and names what is not available. */
for (const sentence of missingServices()) console.log(sentence)
