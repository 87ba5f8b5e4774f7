import fc from 'fast-check'

// One seed at landing, so that a property fails for a change and never by chance; `npm run test:all` sets a new one.
fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) })
