import { passwordCost } from '#features/account/passwords/server/password-cost.ts'

// A hash takes 30 ms, and some tests make a hundred. Verifying one takes the cost that the hash names.
Object.assign(passwordCost, { memoryCost: 8, timeCost: 1 })
